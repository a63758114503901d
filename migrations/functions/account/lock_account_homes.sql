-- Locks the family of the account in scope, and those of lists of which it is a guest, by id, and then the account:
-- what goes with the account changes rows of all of them.
--
-- The family in scope is locked already. This waits for none with a lower id: where another change holds one, or the
-- account came into another family or list meanwhile, the transaction begins again. See LockOrder.
--
-- Owner's rights: the families of lists are in no scope of their guests.
CREATE OR REPLACE FUNCTION lock_account_homes() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  held uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  homes uuid[];
  lower_homes uuid[];
  free bigint;
BEGIN
  homes := ARRAY(
    SELECT guests.family_id FROM public.shopping_list_guests guests WHERE guests.account_id = account
    UNION SELECT members.family_id FROM public.members WHERE members.account_id = account);
  lower_homes := ARRAY(SELECT known.id FROM unnest(homes) AS known (id) WHERE known.id < held);
  SELECT count(*) INTO free FROM (
    SELECT 1 FROM public.families WHERE families.family_id = ANY (lower_homes) FOR NO KEY UPDATE SKIP LOCKED) AS locked;
  IF free < cardinality(lower_homes) THEN
    RAISE EXCEPTION 'a family with a list of the account is being changed' USING ERRCODE = 'serialization_failure';
  END IF;
  PERFORM 1 FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  PERFORM 1 FROM public.accounts WHERE accounts.id = account FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT 1 FROM public.shopping_list_guests guests WHERE guests.account_id = account AND guests.family_id <> ALL (homes)
  ) OR EXISTS (SELECT 1 FROM public.members WHERE members.account_id = account AND members.family_id <> ALL (homes)) THEN
    RAISE EXCEPTION 'the account came into another family or list meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
END
$$;
REVOKE ALL ON FUNCTION lock_account_homes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_account_homes() TO hatched_app;
