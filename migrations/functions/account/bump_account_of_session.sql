-- Bumps the version of the account of a session that ends before its time: what its owner watches ends.
--
-- Owner's rights: the server's role may only read `account_versions`: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_account_of_session() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.bump_accounts(ARRAY[OLD.account_id]);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_account_of_session() FROM PUBLIC;
