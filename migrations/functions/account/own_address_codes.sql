-- The codes that the account in scope was sent, for its export: without the codes.
--
-- Owner's rights: the server's role has no privilege on `address_codes`.
CREATE OR REPLACE FUNCTION own_address_codes()
RETURNS TABLE (account_id uuid, id uuid, purpose text, channel text, created_at timestamptz, expires_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT codes.owner_id, codes.id, codes.purpose, codes.channel, codes.created_at, codes.expires_at
    FROM public.address_codes codes
    WHERE codes.owner_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;
REVOKE ALL ON FUNCTION own_address_codes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_address_codes() TO hatched_app;
