-- The addresses of the account in scope, for its export.
--
-- Owner's rights: the server's role has no privilege on `sign_in_addresses`.
CREATE OR REPLACE FUNCTION own_sign_in_addresses()
RETURNS TABLE (
  account_id uuid, id uuid, channel text, address text, language text, confirmed_at timestamptz, last_used_at timestamptz,
  created_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT addresses.account_id, addresses.id, addresses.channel, addresses.address, addresses.language, addresses.confirmed_at,
      addresses.last_used_at, addresses.created_at
    FROM public.sign_in_addresses addresses
    WHERE addresses.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;
REVOKE ALL ON FUNCTION own_sign_in_addresses() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_sign_in_addresses() TO hatched_app;
