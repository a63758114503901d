-- Bumps the versions of schools that a statement has changed: the rows are in `changed`.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION bump_school() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.bump_places(ARRAY(SELECT DISTINCT changed.id FROM changed));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_school() FROM PUBLIC;
