-- Takes the name that the family has given a student since, as an administrator. The family is locked.
--
-- Outcomes: DONE, NONE.
--
-- Owner's rights: the server's role may only read `enrolments`: no statement of the server writes a state that this
-- function would refuse.
CREATE OR REPLACE FUNCTION accept_student_name(enrolment uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.enrolments rows
  WHERE rows.id = enrolment AND rows.staff_school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]);
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  UPDATE public.enrolments AS rows SET
    student_name = rows.proposed_name, proposed_name = NULL, version = rows.version + 1, updated_at = now()
  WHERE rows.id = enrolment AND rows.proposed_name IS NOT NULL;
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION accept_student_name(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accept_student_name(uuid) TO hatched_app;
