-- Whether a school has a code with this hash for this number: 'OPEN', 'OWN' for one that the family in scope has used,
-- or 'NONE'. A request that is sent again names its own code.
--
-- Outcomes: OPEN, OWN, NONE.
-- May be null: hash.
--
-- Owner's rights: the server's role has no privilege on `enrolment_codes`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION enrolment_code_state(school uuid, number text, hash bytea) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known record;
BEGIN
  SELECT codes.used_at, codes.used_by, codes.expires_at INTO known FROM public.enrolment_codes codes
  JOIN public.school_students roll ON roll.school_id = codes.school_id AND roll.id = codes.school_student_id
  WHERE codes.school_id = school AND codes.code_hash = hash AND roll.student_number = number;
  IF known.used_by = nullif(current_setting('hatched.family_id', true), '')::uuid THEN RETURN 'OWN'; END IF;
  IF known.expires_at > now() AND known.used_at IS NULL THEN RETURN 'OPEN'; END IF;
  RETURN 'NONE';
END
$$;
REVOKE ALL ON FUNCTION enrolment_code_state(uuid, text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enrolment_code_state(uuid, text, bytea) TO hatched_app;
