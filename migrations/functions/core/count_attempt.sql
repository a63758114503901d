-- Counts an attempt of a kind by its key: the number of attempts, and the seconds until the count ends.
--
-- A count that ends later than any that begins now was begun by a clock that was wrong: counting begins again, rather
-- than end when that clock would have it. One that ends a little later was begun by a younger transaction that came
-- first to the row.
--
-- Rows: one.
--
-- Owner's rights: the server's role has no privilege on `attempts`: no statement of the server resets a count.
CREATE OR REPLACE FUNCTION count_attempt(text, bytea, int) RETURNS TABLE (count int, seconds int)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.attempts AS known (kind, key, ends_at) VALUES ($1, $2, now() + make_interval(secs => $3))
  ON CONFLICT (kind, key) DO UPDATE SET
    count = CASE WHEN known.ends_at > now() AND known.ends_at <= EXCLUDED.ends_at + interval '1 minute'
      THEN known.count + 1 ELSE 1 END,
    ends_at = CASE WHEN known.ends_at > now() THEN least(known.ends_at, EXCLUDED.ends_at) ELSE EXCLUDED.ends_at END
  RETURNING known.count, ceil(extract(epoch FROM known.ends_at - now()))::int
$$;
REVOKE ALL ON FUNCTION count_attempt(text, bytea, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_attempt(text, bytea, integer) TO hatched_app;
