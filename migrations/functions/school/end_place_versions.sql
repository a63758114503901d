-- Removes the versions of a class that is deleted.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION end_place_versions() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- In order: the class, the school, whose rows the statement changes, and the audience.
  PERFORM public.bump_places(ARRAY[OLD.id, OLD.school_id, public.audience_key(OLD.id, 'version')]);
  DELETE FROM public.place_versions WHERE id IN (OLD.id, public.audience_key(OLD.id, 'version'));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION end_place_versions() FROM PUBLIC;
