-- The words that others may know of an account: its name and its addresses. No password follows from them.
--
-- Owner's rights: the server's role has no privilege on `sign_in_addresses`, and the account may be in no scope yet.
CREATE OR REPLACE FUNCTION known_words(account uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN concat_ws(' ',
    (SELECT known.name FROM public.accounts known WHERE known.id = account),
    (SELECT string_agg(known.address, ' ') FROM public.sign_in_addresses known WHERE known.account_id = account));
END
$$;
REVOKE ALL ON FUNCTION known_words(uuid) FROM PUBLIC;
