-- Locks the family of the account in scope, and those of lists of which it is a guest, by id, then the account, its
-- requests to join and those of its family, and the schools where it works: what goes with the account changes rows of
-- all of them. The family in scope is locked already. Where the account came into another family or list meanwhile, the
-- transaction begins again. See LockOrder.
--
-- Owner's rights: the families of lists are in no scope of their guests, and administrators alone lock schools.
CREATE OR REPLACE FUNCTION lock_account_homes() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  homes uuid[];
BEGIN
  homes := ARRAY(
    SELECT guests.family_id FROM public.shopping_list_guests guests WHERE guests.account_id = account
    UNION SELECT members.family_id FROM public.members WHERE members.account_id = account);
  PERFORM public.lock_further_families(homes);
  PERFORM 1 FROM public.accounts WHERE accounts.id = account FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT 1 FROM public.shopping_list_guests guests WHERE guests.account_id = account AND guests.family_id <> ALL (homes)
  ) OR EXISTS (SELECT 1 FROM public.members WHERE members.account_id = account AND members.family_id <> ALL (homes)) THEN
    RAISE EXCEPTION 'the account came into another family or list meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  PERFORM public.lock_join_requests();
  PERFORM 1 FROM public.schools
  WHERE schools.id IN (SELECT staff.school_id FROM public.school_staff staff WHERE staff.account_id = account)
  ORDER BY schools.id FOR NO KEY UPDATE;
END
$$;
REVOKE ALL ON FUNCTION lock_account_homes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_account_homes() TO hatched_app;
