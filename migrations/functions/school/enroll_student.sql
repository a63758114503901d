-- Requests a place for a student of the family in scope in a school, which is confirmed by a code of the school's list,
-- or by its number and name where the school wants that. The family is locked.
--
-- Outcomes: DONE, NONE, BARRED, CLASS, CODE, KNOWN.
-- May be null: wanted, gender, hash.
-- Rows: one.
--
-- Owner's rights: the server's role has no privilege on `enrolment_codes` and `pickup_bars`, and may only read
-- `enrolments`: no family confirms its own request.
CREATE OR REPLACE FUNCTION enroll_student(
  enrolment uuid, student uuid, school uuid, wanted uuid, number text, gender text, hash bytea
)
RETURNS TABLE (outcome text, enrolment_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  family_name text := (
    SELECT members.name FROM public.members WHERE members.family_id = home AND members.id = student AND members.role = 'STUDENT');
  known public.enrolments;
  listed public.school_students;
  code uuid;
BEGIN
  enrolment_id := enrolment;
  outcome := 'NONE';
  IF family_name IS NULL OR NOT EXISTS (
    SELECT 1 FROM public.school_families registered WHERE registered.family_id = home AND registered.school_id = school
  ) THEN RETURN NEXT; RETURN; END IF;
  outcome := 'BARRED';
  IF EXISTS (SELECT 1 FROM public.barred_enrolments(home) barred WHERE barred.student_id = student) THEN RETURN NEXT; RETURN; END IF;
  outcome := 'CLASS';
  IF wanted IS NOT NULL THEN
    -- As a key would: the class stays until the wish is there.
    PERFORM FROM public.school_classes classes WHERE classes.school_id = school AND classes.id = wanted FOR KEY SHARE;
    IF NOT FOUND THEN RETURN NEXT; RETURN; END IF;
  END IF;
  IF hash IS NOT NULL THEN
    -- The entry of the list before its codes, as who removes the entry does.
    PERFORM 1 FROM public.school_students roll
    WHERE roll.school_id = school AND roll.student_number = number AND EXISTS (
      SELECT 1 FROM public.enrolment_codes codes
      WHERE codes.school_id = school AND codes.school_student_id = roll.id AND codes.code_hash = hash)
    FOR NO KEY UPDATE;
    SELECT codes.id INTO code FROM public.enrolment_codes codes
    JOIN public.school_students roll ON roll.school_id = codes.school_id AND roll.id = codes.school_student_id
    WHERE codes.school_id = school AND codes.code_hash = hash AND codes.used_at IS NULL AND codes.expires_at > now()
      AND roll.student_number = number
    FOR UPDATE OF codes;
    outcome := 'CODE';
    IF NOT FOUND THEN RETURN NEXT; RETURN; END IF;
  END IF;
  SELECT * INTO known FROM public.enrolments rows
  WHERE rows.family_id = home AND rows.student_id = student AND rows.school_id = school AND rows.state <> 'ENDED';
  outcome := 'KNOWN';
  IF FOUND AND (known.state = 'CONFIRMED' OR code IS NULL) THEN RETURN NEXT; RETURN; END IF;
  IF code IS NOT NULL THEN
    SELECT roll.* INTO listed FROM public.school_students roll
    JOIN public.enrolment_codes codes ON codes.school_id = roll.school_id AND codes.school_student_id = roll.id
    WHERE codes.school_id = school AND codes.id = code;
  ELSE
    -- For a school that wants it: by this number and name, unless somebody else is enrolled by the number.
    SELECT roll.* INTO listed FROM public.school_students roll
    JOIN public.schools ON schools.id = roll.school_id AND schools.confirms_by_roll
    WHERE roll.school_id = school AND roll.student_number = number AND lower(roll.name) = lower(family_name)
      AND NOT EXISTS (
        SELECT 1 FROM public.enrolments other
        WHERE other.staff_school_id = school AND other.student_number = number AND other.state = 'CONFIRMED')
    FOR UPDATE OF roll;
  END IF;
  IF known.id IS NULL THEN
    INSERT INTO public.enrolments (
      family_id, id, student_id, school_id, staff_school_id, class_id, wanted_class_id, student_name, proposed_name, student_number,
      gender, state)
    VALUES (
      home, enrolment, student, school, school, listed.class_id, wanted, coalesce(listed.name, family_name),
      nullif(family_name, coalesce(listed.name, family_name)), number, gender,
      CASE WHEN listed.id IS NULL THEN 'PENDING' ELSE 'CONFIRMED' END);
    INSERT INTO public.pickup_guardians (family_id, enrolment_id, member_id, name, is_confirmed)
    SELECT home, enrolment, members.id, members.name, listed.id IS NOT NULL
    FROM public.members WHERE members.family_id = home AND members.role = 'PARENT';
  ELSE
    enrolment_id := known.id;
    UPDATE public.enrolments SET
      state = 'CONFIRMED', class_id = listed.class_id, student_number = number, student_name = listed.name,
      proposed_name = nullif(family_name, listed.name), version = version + 1, updated_at = now()
    WHERE family_id = home AND id = known.id;
    -- Whom the school has barred from the student of this number: the enrolment may have waited under another one.
    UPDATE public.pickup_guardians AS guardians SET is_barred = true, version = guardians.version + 1, updated_at = now()
    FROM public.members persons, public.pickup_bars bars
    WHERE guardians.family_id = home AND guardians.enrolment_id = known.id AND NOT guardians.is_barred
      AND persons.family_id = home AND persons.id = guardians.member_id
      AND bars.school_id = school AND bars.student_number = number AND bars.account = persons.account_id;
    PERFORM public.confirm_guardians(home, known.id, account);
  END IF;
  IF code IS NOT NULL THEN
    UPDATE public.enrolment_codes SET used_at = now(), used_by = home WHERE school_id = school AND id = code;
    UPDATE public.school_students SET code_expires_at = NULL, version = version + 1, updated_at = now()
    WHERE school_id = school AND id = listed.id;
  END IF;
  outcome := 'DONE';
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION enroll_student(uuid, uuid, uuid, uuid, text, text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enroll_student(uuid, uuid, uuid, uuid, text, text, bytea) TO hatched_app;
