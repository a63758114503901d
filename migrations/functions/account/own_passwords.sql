-- The moments at which the account in scope got and changed its password, for its export: without the hash.
--
-- Owner's rights: the server's role has no privilege on `passwords`.
CREATE OR REPLACE FUNCTION own_passwords()
RETURNS TABLE (account_id uuid, created_at timestamptz, changed_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT known.account_id, known.created_at, known.changed_at FROM public.passwords known
    WHERE known.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;
REVOKE ALL ON FUNCTION own_passwords() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_passwords() TO hatched_app;
