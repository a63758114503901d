-- The words of a name, in order, without case, accents and marks: {becker,thea} of 'Théa  BECKER'. Letters that have no
-- accent but a base are written with the base.
CREATE OR REPLACE FUNCTION name_words(given text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  plain text := lower(normalize(given, NFKD) COLLATE "und-x-icu");
BEGIN
  plain := regexp_replace(plain, '[\u0300-\u036F\u00AD\u200B-\u200F\u2060\uFEFF]', '', 'g');
  plain := replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  plain := translate(plain, 'øłđıħŧ', 'oldiht');
  -- Letters of other scripts that look the same; and Mueller is Müller.
  plain := translate(plain, 'аеорсухіјѕԁһкмтвнαεορυικνχτ', 'aeopcyxijsdhkmtbhaeopuiknxt');
  plain := replace(replace(replace(plain, 'ae', 'a'), 'oe', 'o'), 'ue', 'u');
  -- O'Neill and ONeill are one; Anna-Maria and Anna Maria, too.
  plain := regexp_replace(plain, '[''’‘`´]', '', 'g');
  RETURN ARRAY(
    SELECT DISTINCT words.word FROM regexp_split_to_table(plain COLLATE "und-x-icu", '[^[:alnum:]]+') AS words (word)
    WHERE words.word <> '' ORDER BY words.word);
END
$$;
REVOKE ALL ON FUNCTION name_words(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION name_words(text) TO hatched_app;
