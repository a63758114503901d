-- Locks the family of the account in scope, a family that it is about to join (or null), both by id, and then the
-- account. Returns the account's place in a family, which nobody else changes before the transaction ends.
--
-- May be null: joined.
--
-- Owner's rights: the family that the account is about to join is in no scope.
CREATE OR REPLACE FUNCTION lock_own_place(joined uuid) RETURNS TABLE (family_id uuid, member_id uuid, role text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  known uuid[];
BEGIN
  known := ARRAY(
    SELECT joined WHERE joined IS NOT NULL UNION SELECT members.family_id FROM public.members WHERE members.account_id = account);
  PERFORM 1 FROM public.families WHERE families.family_id = ANY (known) ORDER BY families.family_id FOR NO KEY UPDATE;
  PERFORM 1 FROM public.accounts WHERE accounts.id = account FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM public.members WHERE members.account_id = account AND members.family_id <> ALL (known)
  ) THEN
    RAISE EXCEPTION 'the account came into another family meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN QUERY
    SELECT members.family_id, members.id, members.role FROM public.members WHERE members.account_id = account
    ORDER BY members.created_at, members.family_id LIMIT 1;
END
$$;
REVOKE ALL ON FUNCTION lock_own_place(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_own_place(uuid) TO hatched_app;
