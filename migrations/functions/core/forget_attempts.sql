-- Removes some of those whose time is over, but none that another transaction is about to count.
--
-- Owner's rights: the server's role has no privilege on `attempts`.
CREATE OR REPLACE FUNCTION forget_attempts() RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM public.attempts WHERE (kind, key) IN (
    SELECT kind, key FROM public.attempts WHERE ends_at < now() ORDER BY ends_at LIMIT 10 FOR UPDATE SKIP LOCKED)
$$;
REVOKE ALL ON FUNCTION forget_attempts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_attempts() TO hatched_app;
