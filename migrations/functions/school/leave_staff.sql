-- Ends the place of the account in scope at a school where it works.
--
-- Outcomes: DONE, NONE, LAST.
--
-- Owner's rights: no statement of the server's role adds or changes staff, so that every change keeps the rules of
-- roles, classes and the last administrator.
CREATE OR REPLACE FUNCTION leave_staff(school uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  PERFORM FROM public.accounts WHERE accounts.id = account FOR NO KEY UPDATE;
  PERFORM FROM public.schools WHERE schools.id = school FOR NO KEY UPDATE;
  DELETE FROM public.school_staff staff WHERE staff.school_id = school AND staff.account_id = account;
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF NOT EXISTS (
    SELECT 1 FROM public.school_staff known WHERE known.school_id = school AND known.role = 'ADMINISTRATOR'
  ) THEN RETURN 'LAST'; END IF;
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION leave_staff(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION leave_staff(uuid) TO hatched_app;
