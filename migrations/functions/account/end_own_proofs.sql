-- Ends what could undo a change of how the account in scope signs in: links and codes that reset its password,
-- addresses that wait to take the place of one that it has, with their codes, and devices that it knows. Where the
-- account has nothing else to sign in with, the address that it waits to confirm and its devices stay. Sessions are
-- ended by Swift.
--
-- Owner's rights: the server's role has no privilege on `address_codes`, `sign_in_addresses` and `known_devices`.
CREATE OR REPLACE FUNCTION end_own_proofs() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  DELETE FROM public.address_codes codes WHERE codes.owner_id = account AND codes.purpose = 'RESET';
  IF NOT EXISTS (SELECT 1 FROM public.identities known WHERE known.account_id = account)
    AND NOT EXISTS (
      SELECT 1 FROM public.sign_in_addresses known WHERE known.account_id = account AND known.confirmed_at IS NOT NULL)
  THEN
    RETURN;
  END IF;
  DELETE FROM public.address_codes codes WHERE codes.owner_id = account;
  DELETE FROM public.sign_in_addresses known WHERE known.account_id = account AND known.confirmed_at IS NULL;
  DELETE FROM public.known_devices known WHERE known.account_id = account;
END
$$;
REVOKE ALL ON FUNCTION end_own_proofs() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_own_proofs() TO hatched_app;
