-- The hash of the account's password, null without one; whether it has another way to sign in; and what others know of
-- it. Always one row.
--
-- May be null: hash.
-- Rows: one.
--
-- Owner's rights: the server's role has no privilege on `passwords`.
CREATE OR REPLACE FUNCTION own_password() RETURNS TABLE (hash text, has_identity boolean, known text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  RETURN QUERY
    SELECT (SELECT passwords.hash FROM public.passwords WHERE passwords.account_id = account),
      EXISTS (SELECT 1 FROM public.identities WHERE identities.account_id = account), public.known_words(account);
END
$$;
REVOKE ALL ON FUNCTION own_password() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_password() TO hatched_app;
