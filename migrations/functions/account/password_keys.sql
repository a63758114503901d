-- The keys of the servers' secrets that hashes of passwords name: for `hatched doctor`.
CREATE OR REPLACE FUNCTION password_keys() RETURNS TABLE (key text, passwords int)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT substring(known.hash FROM 'k=([A-Za-z0-9_-]+)'), count(*)::int FROM public.passwords known GROUP BY 1;
END
$$;
REVOKE ALL ON FUNCTION password_keys() FROM PUBLIC;
