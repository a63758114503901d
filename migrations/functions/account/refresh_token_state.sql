-- The session that a refresh token is of, whether it may be continued with it, and how many seconds ago the token was
-- used; null as long as it is unused.
--
-- May be null: seconds_since_use.
--
-- Owner's rights: there is no scope yet, and without one row-level security shows the server's role no row.
CREATE OR REPLACE FUNCTION refresh_token_state(bytea)
RETURNS TABLE (account_id uuid, session_id uuid, token_id uuid, is_open boolean, seconds_since_use int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT tokens.account_id, tokens.session_id, tokens.id,
    sessions.ended_at IS NULL AND sessions.expires_at > now() AND tokens.expires_at > now()
      AND accounts.disabled_at IS NULL,
    floor(extract(epoch FROM now() - tokens.used_at))::int
  FROM public.refresh_tokens tokens
  JOIN public.sessions ON sessions.account_id = tokens.account_id AND sessions.id = tokens.session_id
  JOIN public.accounts ON accounts.id = tokens.account_id
  WHERE tokens.token_hash = $1
$$;
REVOKE ALL ON FUNCTION refresh_token_state(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_token_state(bytea) TO hatched_app;
