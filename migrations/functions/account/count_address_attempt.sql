-- Counts an attempt for an address and one for a network.
--
-- May be null: address_key, network_key.
-- Rows: one.
--
-- Owner's rights: the server's role has no privilege on `attempts`.
CREATE OR REPLACE FUNCTION count_address_attempt(kind text, address_key bytea, network_key bytea, period int)
RETURNS TABLE (address_count int, address_seconds int, network_count int, network_seconds int)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT counted.count, counted.seconds INTO address_count, address_seconds
  FROM public.count_keyed_attempt(kind, address_key, period) AS counted;
  SELECT counted.count, counted.seconds INTO network_count, network_seconds
  FROM public.count_keyed_attempt('network' || upper(left(kind, 1)) || substr(kind, 2), network_key, period) AS counted;
  PERFORM public.forget_attempts();
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION count_address_attempt(text, bytea, bytea, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_address_attempt(text, bytea, bytea, integer) TO hatched_app;
