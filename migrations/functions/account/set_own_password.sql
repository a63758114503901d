-- Gives the account a password. Returns false for a short one of an account without another way to sign in.
--
-- Owner's rights: the server's role has no privilege on `passwords`.
CREATE OR REPLACE FUNCTION set_own_password(hash text, is_long boolean) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  IF NOT is_long AND NOT EXISTS (SELECT 1 FROM public.identities WHERE identities.account_id = account) THEN
    RETURN false;
  END IF;
  INSERT INTO public.passwords AS known (account_id, hash, is_long) VALUES (account, hash, is_long)
  ON CONFLICT (account_id) DO UPDATE SET hash = EXCLUDED.hash, is_long = EXCLUDED.is_long, changed_at = EXCLUDED.changed_at;
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION set_own_password(text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_own_password(text, boolean) TO hatched_app;
