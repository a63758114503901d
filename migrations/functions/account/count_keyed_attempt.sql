-- Counts one more attempt of a kind, if there is a key: how many there were, and how many seconds are left.
--
-- Owner's rights: the server's role has no privilege on `attempts`.
CREATE OR REPLACE FUNCTION count_keyed_attempt(kind text, key bytea, period int) RETURNS TABLE (count int, seconds int)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF key IS NULL THEN
    RETURN QUERY SELECT 0, 0;
  ELSE
    RETURN QUERY SELECT counted.count, counted.seconds FROM public.count_attempt(kind, key, period) AS counted;
  END IF;
END
$$;
REVOKE ALL ON FUNCTION count_keyed_attempt(text, bytea, integer) FROM PUBLIC;
