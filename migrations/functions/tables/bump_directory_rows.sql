-- Bumps the versions of those who see the rows of the scope DIRECTORY that a statement has changed: of the account, and
-- then of the directory, once it has one of them.
--
-- Owner's rights: the server's role may only read versions: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_directory_rows() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.bump_accounts(ARRAY(SELECT DISTINCT changed.account_id FROM changed));
  IF EXISTS (SELECT 1 FROM changed WHERE changed.directory_id IS NOT NULL) THEN
    UPDATE public.directory_versions AS known
    SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
    WHERE known.changed_in <> pg_current_xact_id();
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_directory_rows() FROM PUBLIC;
