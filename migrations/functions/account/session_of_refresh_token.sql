-- The session that a refresh token is of, and whether it may be continued with it.
--
-- Owner's rights: there is no scope yet, and without one row-level security shows the server's role no row.
CREATE OR REPLACE FUNCTION session_of_refresh_token(bytea)
RETURNS TABLE (account_id uuid, session_id uuid, token_id uuid, was_used boolean, is_open boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT tokens.account_id, tokens.session_id, tokens.id, tokens.used_at IS NOT NULL,
    sessions.ended_at IS NULL AND sessions.expires_at > now() AND tokens.expires_at > now()
      AND accounts.disabled_at IS NULL
  FROM public.refresh_tokens tokens
  JOIN public.sessions ON sessions.account_id = tokens.account_id AND sessions.id = tokens.session_id
  JOIN public.accounts ON accounts.id = tokens.account_id
  WHERE tokens.token_hash = $1
$$;
REVOKE ALL ON FUNCTION session_of_refresh_token(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION session_of_refresh_token(bytea) TO hatched_app;
