-- Adds an address, which takes the place of one of the same channel that is not confirmed, and writes to it. Does
-- nothing where the account has confirmed the address.
--
-- Owner's rights: the server's role has no privilege on `sign_in_addresses`: an address comes without being confirmed.
CREATE OR REPLACE FUNCTION add_own_address(address_id uuid, channel text, address text, lookup text, language text)
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  DELETE FROM public.sign_in_addresses known
  WHERE known.account_id = account AND known.channel = channel AND known.confirmed_at IS NULL;
  IF EXISTS (
    SELECT 1 FROM public.sign_in_addresses known
    WHERE known.account_id = account AND known.channel = channel AND known.lookup = lookup
  ) THEN
    RETURN;
  END IF;
  INSERT INTO public.sign_in_addresses (account_id, id, channel, address, lookup, language)
  VALUES (account, address_id, channel, address, lookup, language);
  PERFORM public.announce_own_address(address_id);
END
$$;
REVOKE ALL ON FUNCTION add_own_address(uuid, text, text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_own_address(uuid, text, text, text, text) TO hatched_app;
