-- One form of a student's number at a school: without spaces, letters of ASCII in upper case, and characters of ASCII where full-width
-- ones were typed. See Sources/School/Pickup/StudentNumber.swift. Numbers that two rows of a school's list would share stay as they are.

CREATE FUNCTION spelled_student_number(given text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN upper(regexp_replace(translate(given,
    '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ－',
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-'), '\s', '', 'g') COLLATE "C");
END
$$;

UPDATE school_students known SET student_number = spelled_student_number(known.student_number)
WHERE spelled_student_number(known.student_number) NOT IN (known.student_number, '')
  AND 1 = (
    SELECT count(*) FROM school_students other
    WHERE other.school_id = known.school_id
      AND spelled_student_number(other.student_number) = spelled_student_number(known.student_number));
UPDATE enrolments known SET student_number = spelled_student_number(known.student_number)
WHERE spelled_student_number(known.student_number) NOT IN (known.student_number, '')
  AND NOT EXISTS (
    SELECT 1 FROM school_students listed
    WHERE listed.school_id = known.school_id AND listed.student_number = known.student_number);
-- The former number stays barred as well.
INSERT INTO pickup_bars (school_id, student_number, account)
SELECT known.school_id, spelled_student_number(known.student_number), known.account FROM pickup_bars known
WHERE spelled_student_number(known.student_number) NOT IN (known.student_number, '')
ON CONFLICT ON CONSTRAINT pickup_bars_key DO NOTHING;

DROP FUNCTION spelled_student_number(text);
