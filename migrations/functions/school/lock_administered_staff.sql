-- Locks a member of the staff of a school that the account in scope administers. Returns no row where there is none.
--
-- Owner's rights: the lock needs the row of the other account's place, and the check must hold until the transaction
-- ends.
CREATE OR REPLACE FUNCTION lock_administered_staff(staff uuid) RETURNS TABLE (school_id uuid, account_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  known public.school_staff;
BEGIN
  SELECT * INTO known FROM public.school_staff
  WHERE id = staff AND school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]);
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM public.accounts WHERE accounts.id = known.account_id FOR NO KEY UPDATE;
  PERFORM FROM public.schools WHERE schools.id = known.school_id FOR NO KEY UPDATE;
  RETURN QUERY
    SELECT locked.school_id, locked.account_id FROM public.school_staff locked
    WHERE locked.school_id = known.school_id AND locked.id = staff FOR UPDATE;
END
$$;
REVOKE ALL ON FUNCTION lock_administered_staff(uuid) FROM PUBLIC;
