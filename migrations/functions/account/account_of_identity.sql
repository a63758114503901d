-- The account with an identity of a provider, before there is a session.
--
-- Owner's rights: there is no scope yet, and without one row-level security shows the server's role no row.
CREATE OR REPLACE FUNCTION account_of_identity(text, text) RETURNS TABLE (account_id uuid, is_disabled boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT accounts.id, accounts.disabled_at IS NOT NULL
  FROM public.identities JOIN public.accounts ON accounts.id = identities.account_id
  WHERE identities.provider = $1 AND identities.subject = $2
$$;
REVOKE ALL ON FUNCTION account_of_identity(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION account_of_identity(text, text) TO hatched_app;
