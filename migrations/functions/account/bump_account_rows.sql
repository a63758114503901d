-- Bumps the versions of the accounts whose rows a statement has changed: the rows are in `changed`.
--
-- Owner's rights: the server's role may only read `account_versions`: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_account_rows() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.bump_accounts(ARRAY(SELECT changed.account_id FROM changed));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_account_rows() FROM PUBLIC;
