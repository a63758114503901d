-- Whether a device is known to an account that has confirmed an address, or waits to.
--
-- Owner's rights: there is no scope, and the server's role has no privilege on `known_devices` and `sign_in_addresses`.
CREATE OR REPLACE FUNCTION device_knows_address(channel text, lookup text, device bytea) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.known_devices devices
    JOIN public.sign_in_addresses addresses ON addresses.account_id = devices.account_id
    WHERE devices.token_hash = device AND addresses.channel = channel AND addresses.lookup = lookup);
END
$$;
REVOKE ALL ON FUNCTION device_knows_address(text, text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_knows_address(text, text, bytea) TO hatched_app;
