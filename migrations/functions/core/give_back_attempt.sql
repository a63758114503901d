-- Takes one attempt off a count, which never falls below zero. Where the time of the count has ended since, counting
-- has begun again or will, and there is nothing to give back.
--
-- Owner's rights: the server's role has no privilege on `attempts`: it takes off one attempt at a time.
CREATE OR REPLACE FUNCTION give_back_attempt(text, bytea) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE public.attempts SET count = count - 1
  WHERE kind = $1 AND key = $2 AND count > 0 AND ends_at > now()
$$;
REVOKE ALL ON FUNCTION give_back_attempt(text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION give_back_attempt(text, bytea) TO hatched_app;
