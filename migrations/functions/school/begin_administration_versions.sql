-- Begins the version of what only administrators of a new school see.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION begin_administration_versions() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.place_versions (id, school_id, part) VALUES (gen_random_uuid(), NEW.id, 'ADMINISTRATION');
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION begin_administration_versions() FROM PUBLIC;
