-- Bumps the version of the directory once a statement has changed times of a provider that it has: those of a provider
-- that no operator has admitted wake nobody else.
--
-- Owner's rights: no role but the owner has a privilege on `directory_versions`: each change bumps a version, whoever
-- makes it.
CREATE OR REPLACE FUNCTION bump_directory() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM changed JOIN public.providers offering ON offering.account_id = changed.account_id
    WHERE offering.directory_id IS NOT NULL
  ) THEN
    UPDATE public.directory_versions AS known
    SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
    WHERE known.changed_in <> pg_current_xact_id();
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_directory() FROM PUBLIC;
