-- Notes that a token is used, for so many seconds; no row when it was used before. A transaction that uses the same
-- token waits until this one has ended. Removes some that have expired, but none that another transaction holds.
--
-- Owner's rights: the server's role has no privilege on `used_identity_tokens`: no statement of the server makes a
-- token good again.
CREATE OR REPLACE FUNCTION use_identity_token(bytea, int) RETURNS SETOF bytea
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM public.used_identity_tokens WHERE hash IN (
    SELECT hash FROM public.used_identity_tokens WHERE expires_at < now() AND hash <> $1
    ORDER BY expires_at LIMIT 10 FOR UPDATE SKIP LOCKED);
  INSERT INTO public.used_identity_tokens (hash, expires_at) VALUES ($1, now() + make_interval(secs => $2))
  ON CONFLICT (hash) DO NOTHING RETURNING hash
$$;
REVOKE ALL ON FUNCTION use_identity_token(bytea, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION use_identity_token(bytea, integer) TO hatched_app;
