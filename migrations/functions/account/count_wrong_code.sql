-- Counts a wrong short code for all codes that were open. After ten a code is good for nothing; its link is.
--
-- Owner's rights: the server's role has no privilege on `address_codes`.
CREATE OR REPLACE FUNCTION count_wrong_code(codes uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM public.address_codes known WHERE known.id = ANY (codes) ORDER BY known.id FOR NO KEY UPDATE;
  UPDATE public.address_codes known SET attempts = known.attempts + 1 WHERE known.id = ANY (codes) AND known.attempts < 10;
END
$$;
REVOKE ALL ON FUNCTION count_wrong_code(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_wrong_code(uuid[]) TO hatched_app;
