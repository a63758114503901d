-- Begins the versions of a new family: of its rows, and of requests to join it.
--
-- Owner's rights: the server's role may only read `family_versions`: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION begin_family_versions() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.family_versions (family_id, part)
  SELECT added.family_id, parts.part FROM added CROSS JOIN unnest(ARRAY['FAMILY', 'REQUESTS']) AS parts (part);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION begin_family_versions() FROM PUBLIC;
