-- Bumps the versions of the families whose rows a statement has changed: the rows are in `changed`. Adds no version: a
-- missing one goes with its family.
--
-- Owner's rights: the server's role may only read `family_versions`: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_family() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.family_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  WHERE known.family_id IN (SELECT changed.family_id FROM changed) AND known.part = 'FAMILY'
    AND known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_family() FROM PUBLIC;
