-- Bumps the versions of accounts that a statement has changed: the rows are in `changed`.
--
-- Owner's rights: the server's role may only read `account_versions`: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_account() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.bump_accounts(ARRAY(SELECT changed.id FROM changed));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_account() FROM PUBLIC;
