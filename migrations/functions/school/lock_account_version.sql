-- Locks the version of an account whose place at a school ends, before the end changes anything: versions of accounts
-- are locked before those of places, and what the account wrote there bumps the latter.
--
-- Owner's rights: the server's role may only read `account_versions`.
CREATE OR REPLACE FUNCTION lock_account_version() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.account_versions versions WHERE versions.account_id = OLD.account_id FOR NO KEY UPDATE;
  RETURN OLD;
END
$$;
REVOKE ALL ON FUNCTION lock_account_version() FROM PUBLIC;
CREATE OR REPLACE TRIGGER version_locked BEFORE DELETE ON school_staff FOR EACH ROW EXECUTE FUNCTION lock_account_version();
