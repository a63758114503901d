-- How often something was tried that may be tried only so often: joining a family, signing in, asking for help.

-- By what is tried and by a hash of who tries it: an account, a student, or, hashed with a secret of the servers, the
-- network that a request came from. It is nobody's to read, and goes when its time is over.
CREATE TABLE attempts (
  kind    text NOT NULL CHECK (length(kind) BETWEEN 1 AND 50),
  key     bytea NOT NULL CHECK (length(key) = 32),
  count   int NOT NULL DEFAULT 1,
  -- When counting begins again.
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (kind, key)
);
CREATE INDEX attempts_by_end ON attempts (ends_at);

-- No policy: only the functions below see a row.
ALTER TABLE attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- Counts one more, of those within so many seconds of the first: how many there were, and how many seconds are left.
CREATE FUNCTION count_attempt(text, bytea, int) RETURNS TABLE (count int, seconds int)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.attempts AS known (kind, key, ends_at) VALUES ($1, $2, now() + make_interval(secs => $3))
  ON CONFLICT (kind, key) DO UPDATE SET
    count = CASE WHEN known.ends_at > now() THEN known.count + 1 ELSE 1 END,
    ends_at = CASE WHEN known.ends_at > now() THEN known.ends_at ELSE EXCLUDED.ends_at END
  RETURNING known.count, ceil(extract(epoch FROM known.ends_at - now()))::int
$$;

-- Removes some of those whose time is over, but none that another transaction is about to count.
CREATE FUNCTION forget_attempts() RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM public.attempts WHERE (kind, key) IN (
    SELECT kind, key FROM public.attempts WHERE ends_at < now() ORDER BY ends_at LIMIT 10 FOR UPDATE SKIP LOCKED)
$$;

REVOKE ALL ON FUNCTION count_attempt(text, bytea, int), forget_attempts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_attempt(text, bytea, int), forget_attempts() TO hatched_app;

-- What counted attempts to join before.
DROP FUNCTION count_join_attempt();
DROP TABLE join_attempts;
