-- The codes that somebody may mean who resets a password: the one of a link, or the latest five of an address. Account
-- is null of one that was asked for an address of nobody.
--
-- May be null: link, channel, lookup, account_id.
--
-- Owner's rights: there is no scope, and the server's role has no privilege on `address_codes`.
CREATE OR REPLACE FUNCTION reset_codes(link uuid, channel text, lookup text)
RETURNS TABLE (id uuid, account_id uuid, has_identity boolean, is_open boolean, known text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT codes.id, codes.owner_id,
      EXISTS (SELECT 1 FROM public.identities known WHERE known.account_id = codes.owner_id), codes.attempts < 10,
      public.known_words(codes.owner_id)
    FROM public.address_codes codes
    WHERE codes.purpose = 'RESET' AND codes.expires_at > now()
      AND (codes.id = link
        OR link IS NULL AND codes.lookup = reset_codes.lookup AND codes.channel = reset_codes.channel)
    ORDER BY codes.created_at DESC, codes.id LIMIT 5;
END
$$;
REVOKE ALL ON FUNCTION reset_codes(uuid, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reset_codes(uuid, text, text) TO hatched_app;
