-- The version of the directory of groups that take requests. It changes with these.
--
-- Rows: one.
--
-- Owner's rights: the server's role has no privilege on `place_versions`.
CREATE OR REPLACE FUNCTION group_directory() RETURNS TABLE (id uuid, stamp uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT versions.id, versions.stamp FROM public.place_versions versions WHERE versions.part = 'GROUP_DIRECTORY';
END
$$;
REVOKE ALL ON FUNCTION group_directory() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION group_directory() TO hatched_app;
