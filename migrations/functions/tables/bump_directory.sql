-- Bumps the version of the directory: of the providers that it lists, their services and their free times.
--
-- Owner's rights: no role but the owner has a privilege on `directory_versions`: each change bumps a version, whoever
-- makes it.
CREATE OR REPLACE FUNCTION bump_directory() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.directory_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  WHERE known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_directory() FROM PUBLIC;
