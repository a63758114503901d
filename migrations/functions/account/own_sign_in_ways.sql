-- The ways in which the account signs in.
--
-- Owner's rights: the server's role has no privilege on `sign_in_addresses` and `passwords`.
CREATE OR REPLACE FUNCTION own_sign_in_ways()
RETURNS TABLE (
  account_id uuid, id uuid, kind text, address text, is_confirmed boolean, created_at timestamptz, last_used_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  RETURN QUERY
    SELECT identities.account_id, identities.id, CASE identities.provider WHEN 'APPLE' THEN 'APPLE' ELSE 'PROVIDER' END, NULL::text, true, identities.created_at,
      identities.last_used_at
    FROM public.identities WHERE identities.account_id = account
    UNION ALL
    SELECT addresses.account_id, addresses.id, addresses.channel, addresses.address, addresses.confirmed_at IS NOT NULL,
      addresses.created_at, addresses.last_used_at
    FROM public.sign_in_addresses addresses WHERE addresses.account_id = account;
END
$$;
REVOKE ALL ON FUNCTION own_sign_in_ways() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_sign_in_ways() TO hatched_app;
