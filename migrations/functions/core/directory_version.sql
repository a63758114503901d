-- The stamp of the directory's version: while it is the same, the directory has the same providers, services and times.
--
-- Owner's rights: no role but the owner has a privilege on `directory_versions`. It returns a random number alone.
CREATE OR REPLACE FUNCTION directory_version() RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (SELECT versions.stamp FROM public.directory_versions versions);
END
$$;
REVOKE ALL ON FUNCTION directory_version() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION directory_version() TO hatched_app;
