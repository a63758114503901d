-- Begins the version of a new school or class, and that of the class's audience.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION begin_place_versions() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_RELID = 'public.schools'::regclass THEN
    INSERT INTO public.place_versions (id, school_id) VALUES (NEW.id, NEW.id);
  ELSE
    INSERT INTO public.place_versions (id, school_id, part)
    VALUES (NEW.id, NEW.school_id, 'PLACE'), (public.audience_key(NEW.id, 'version'), NEW.school_id, 'AUDIENCE');
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION begin_place_versions() FROM PUBLIC;
