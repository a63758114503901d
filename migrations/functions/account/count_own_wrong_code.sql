-- Counts a wrong short code of the account in scope for all codes that it may have meant.
--
-- Owner's rights: the server's role has no privilege on `address_codes` and `attempts`.
CREATE OR REPLACE FUNCTION count_own_wrong_code(codes uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  PERFORM 1 FROM public.address_codes known WHERE known.id = ANY (codes) ORDER BY known.id FOR NO KEY UPDATE;
  UPDATE public.address_codes known SET attempts = known.attempts + 1
  WHERE known.id = ANY (codes) AND known.attempts < 50 AND known.owner_id IS DISTINCT FROM account;
  PERFORM public.count_attempt('wrongCodes', public.code_try_key(tried.id, account::text), 86400)
  FROM (SELECT unnest(codes) AS id ORDER BY 1) AS tried;
END
$$;
REVOKE ALL ON FUNCTION count_own_wrong_code(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_own_wrong_code(uuid[]) TO hatched_app;
