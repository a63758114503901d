-- Whether the account in scope has a password, and nothing that proves who it is: it reaches no other family.
--
-- Owner's rights: the server's role has no privilege on `sign_in_addresses` and `passwords`.
CREATE OR REPLACE FUNCTION own_address_is_unconfirmed() RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  RETURN EXISTS (SELECT 1 FROM public.passwords known WHERE known.account_id = account)
    AND NOT EXISTS (SELECT 1 FROM public.identities known WHERE known.account_id = account)
    AND NOT EXISTS (
      SELECT 1 FROM public.sign_in_addresses known WHERE known.account_id = account AND known.confirmed_at IS NOT NULL);
END
$$;
REVOKE ALL ON FUNCTION own_address_is_unconfirmed() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_address_is_unconfirmed() TO hatched_app;
