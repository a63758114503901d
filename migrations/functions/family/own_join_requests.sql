-- The requests of the account in scope to join families that it is not in.
--
-- Owner's rights: the rows are those of other families, which row-level security hides from the server's role.
CREATE OR REPLACE FUNCTION own_join_requests()
RETURNS TABLE (account_id uuid, id uuid, name text, email text, state text, created_at timestamptz, expires_at timestamptz,
  updated_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT requests.account_id, requests.id, requests.name, requests.email, requests.state, requests.created_at,
    requests.expires_at, requests.updated_at
  FROM public.join_requests requests
  WHERE requests.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
$$;
REVOKE ALL ON FUNCTION own_join_requests() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_join_requests() TO hatched_app;
