-- Makes a code for an entry of the list of a school that the account in scope administers. The one that was open for
-- the entry ends. Where the request is no new one nothing is made: 'DONE' if the code that was made has this hash and
-- is open, else 'KNOWN'. Else it returns as the functions of 0051_schools.sql do.
--
-- Outcomes: DONE, NONE, KNOWN.
--
-- Owner's rights: the server's role has no privilege on `enrolment_codes`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION create_enrolment_code(
  school uuid, entry uuid, code uuid, hash bytea, days int, is_new boolean
) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known public.enrolment_codes;
  expiry timestamptz := now() + make_interval(days => days);
BEGIN
  PERFORM FROM public.schools
  WHERE schools.id = school AND schools.id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[])
  FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  SELECT * INTO known FROM public.enrolment_codes codes WHERE codes.school_id = school AND codes.id = code;
  IF FOUND OR NOT is_new THEN
    RETURN CASE
      WHEN known.school_student_id = entry AND known.code_hash = hash AND known.used_at IS NULL THEN 'DONE' ELSE 'KNOWN' END;
  END IF;
  -- Before its codes, as who removes the entry does.
  PERFORM 1 FROM public.school_students roll WHERE roll.school_id = school AND roll.id = entry FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  DELETE FROM public.enrolment_codes codes
  WHERE codes.school_id = school
    AND ((codes.school_student_id = entry AND codes.used_at IS NULL) OR codes.expires_at < now() - interval '30 days');
  INSERT INTO public.enrolment_codes (school_id, id, school_student_id, code_hash, expires_at)
  VALUES (school, code, entry, hash, expiry);
  UPDATE public.school_students SET code_expires_at = expiry, version = version + 1, updated_at = now()
  WHERE school_id = school AND id = entry;
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION create_enrolment_code(uuid, uuid, uuid, bytea, integer, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_enrolment_code(uuid, uuid, uuid, bytea, integer, boolean) TO hatched_app;
