-- Begins the version of a new account.
--
-- Owner's rights: the server's role may only read `account_versions`: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION begin_account_versions() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.account_versions (account_id) SELECT added.id FROM added;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION begin_account_versions() FROM PUBLIC;
