-- The devices that the account in scope has signed in on, for its export: without the hashes of their tokens.
--
-- Owner's rights: the server's role has no privilege on `known_devices`.
CREATE OR REPLACE FUNCTION own_known_devices()
RETURNS TABLE (account_id uuid, id uuid, created_at timestamptz, last_used_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT devices.account_id, devices.id, devices.created_at, devices.last_used_at FROM public.known_devices devices
    WHERE devices.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;
REVOKE ALL ON FUNCTION own_known_devices() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_known_devices() TO hatched_app;
