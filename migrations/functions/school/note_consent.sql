-- Notes in a new enrolment the name of the parent who makes it.
--
-- Owner's rights: the name is that of the account in scope: no statement of the server names another parent.
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
