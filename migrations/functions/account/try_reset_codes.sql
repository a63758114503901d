-- The codes that somebody may mean who resets a password with a short code: the latest five of an address. Counts the
-- try for each, by the known device or else the network that it comes from: before it is compared, so that tries at the
-- same time all count. A code is open for ten tries of one device or network, and for fifty of all; its link is good
-- whatever was tried. Account is null of a code that was asked for an address of nobody.
--
-- May be null: who, account_id.
--
-- Owner's rights: there is no scope, and the server's role has no privilege on `address_codes` and `attempts`.
CREATE OR REPLACE FUNCTION try_reset_codes(channel text, lookup text, who bytea)
RETURNS TABLE (id uuid, account_id uuid, has_identity boolean, is_open boolean, known text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  candidates uuid[] := ARRAY(
    SELECT codes.id FROM public.address_codes codes
    WHERE codes.purpose = 'RESET' AND codes.expires_at > now() AND codes.lookup = try_reset_codes.lookup
      AND codes.channel = try_reset_codes.channel
    ORDER BY codes.created_at DESC, codes.id LIMIT 5);
BEGIN
  PERFORM 1 FROM public.address_codes codes WHERE codes.id = ANY (candidates) ORDER BY codes.id FOR NO KEY UPDATE;
  UPDATE public.address_codes codes SET attempts = codes.attempts + 1 WHERE codes.id = ANY (candidates) AND codes.attempts <= 50;
  RETURN QUERY
    SELECT tried.id, tried.owner_id,
      EXISTS (SELECT 1 FROM public.identities other WHERE other.account_id = tried.owner_id),
      tried.attempts <= 50 AND tried.tries <= 10, public.known_words(tried.owner_id)
    FROM (
      SELECT codes.id, codes.owner_id, codes.attempts, codes.created_at, counted.count AS tries
      FROM (SELECT * FROM public.address_codes known WHERE known.id = ANY (candidates) ORDER BY known.id) AS codes
      CROSS JOIN LATERAL public.count_attempt(
        'wrongCodes', public.code_try_key(codes.id, coalesce(encode(who, 'hex'), '')), 3600) AS counted
    ) AS tried
    ORDER BY tried.created_at DESC, tried.id;
END
$$;
REVOKE ALL ON FUNCTION try_reset_codes(text, text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION try_reset_codes(text, text, bytea) TO hatched_app;
