-- Notes that a device with a token of this SHA-256 is the account's.
--
-- Owner's rights: the server's role has no privilege on `known_devices`.
CREATE OR REPLACE FUNCTION know_own_device(device bytea) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  UPDATE public.known_devices devices SET last_used_at = now()
  WHERE devices.account_id = account AND devices.token_hash = device;
  IF NOT FOUND THEN
    INSERT INTO public.known_devices (account_id, id, token_hash) VALUES (account, gen_random_uuid(), device);
  END IF;
END
$$;
REVOKE ALL ON FUNCTION know_own_device(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION know_own_device(bytea) TO hatched_app;
