-- Notes in a new enrolment the name of the parent who makes it.
--
-- Owner's rights: the server's role may not add enrolments: enroll_student, which adds them, has these rights.
CREATE OR REPLACE FUNCTION note_consent() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.consented_by := coalesce(NEW.consented_by, (
    SELECT members.name FROM public.members
    WHERE members.family_id = NEW.family_id AND members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid));
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION note_consent() FROM PUBLIC;
