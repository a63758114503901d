-- The version of the family in scope, as a client is told it: with all that changed in it, and that the member may know
-- of.
CREATE OR REPLACE FUNCTION change_version(reader uuid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  scope uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  hidden uuid[] := public.hidden_enrolments(reader);
  own public.family_versions;
BEGIN
  SELECT * INTO own FROM public.family_versions versions WHERE versions.family_id = scope AND versions.part = 'FAMILY';
  IF own.family_id IS NULL THEN RETURN NULL; END IF;
  IF cardinality(hidden) > 0 THEN
    own.version := greatest(own.forgotten, (
      SELECT max(CASE WHEN changes.enrolment_id = ANY (hidden) THEN changes.open_version ELSE changes.version END)
      FROM public.changes WHERE changes.family_id = scope AND (changes.owner_id IS NULL OR changes.owner_id = reader)));
  END IF;
  RETURN public.change_line(reader) || '.' || own.version;
END
$$;
REVOKE ALL ON FUNCTION change_version(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION change_version(uuid) TO hatched_app;
