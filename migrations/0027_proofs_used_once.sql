-- An identity token signs in once, and the state of a refresh token says when it was used.

-- Identity tokens that signed somebody in, by their SHA-256, as long as they would be accepted. Only tokens that the provider
-- signed come here, so that nobody can fill the table. It belongs to nobody: the provider's token names no row here.
CREATE TABLE used_identity_tokens (
  hash       bytea PRIMARY KEY CHECK (length(hash) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_identity_tokens_by_end ON used_identity_tokens (expires_at);

-- No policy: only the function below sees a row.
ALTER TABLE used_identity_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- Notes that a token is used, for so many seconds; no row when it was used before. A transaction that uses the same token
-- waits until this one has ended. Removes some that have expired, but none that another transaction holds.
CREATE FUNCTION use_identity_token(bytea, int) RETURNS SETOF bytea
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM public.used_identity_tokens WHERE hash IN (
    SELECT hash FROM public.used_identity_tokens WHERE expires_at < now() AND hash <> $1
    ORDER BY expires_at LIMIT 10 FOR UPDATE SKIP LOCKED);
  INSERT INTO public.used_identity_tokens (hash, expires_at) VALUES ($1, now() + make_interval(secs => $2))
  ON CONFLICT (hash) DO NOTHING RETURNING hash
$$;

-- The session that a refresh token is of, whether it may be continued with it, and how many seconds ago the token was used;
-- null as long as it is unused. Servers of the release before this one call session_of_refresh_token.
CREATE FUNCTION refresh_token_state(bytea)
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

REVOKE ALL ON FUNCTION use_identity_token(bytea, int), refresh_token_state(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION use_identity_token(bytea, int), refresh_token_state(bytea) TO hatched_app;
