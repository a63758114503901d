-- Whether all is known that changed since a version: null is the current one.
CREATE OR REPLACE FUNCTION knows_changes(reader uuid, since text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF since IS NULL THEN RETURN true; END IF;
  IF since !~ '^[0-9a-f]{32}\.[0-9]{1,18}(\.[0-9a-f-]{36}\.[A-Za-z]{1,40})?$' THEN RETURN false; END IF;
  RETURN split_part(since, '.', 1) = public.change_line(reader) AND EXISTS (
    SELECT 1 FROM public.family_versions versions
    WHERE versions.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid AND versions.part = 'FAMILY'
      AND split_part(since, '.', 2)::bigint BETWEEN versions.forgotten AND versions.version);
END
$$;
REVOKE ALL ON FUNCTION knows_changes(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION knows_changes(uuid, text) TO hatched_app;
