-- The first objects that changed since a version, as the member in scope may know of them: in the order of their
-- versions.
CREATE OR REPLACE FUNCTION changes_since(reader uuid, since text, most bigint)
RETURNS TABLE (family_id uuid, id uuid, type text, version bigint, is_deleted boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  scope uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  hidden uuid[] := public.hidden_enrolments(reader);
  after bigint;
BEGIN
  IF since IS NULL OR NOT public.knows_changes(reader, since) THEN RETURN; END IF;
  after := split_part(since, '.', 2)::bigint;
  IF cardinality(hidden) > 0 THEN
    RETURN QUERY
      SELECT seen.family_id, seen.id, seen.type, seen.version, seen.is_deleted FROM (
        SELECT changes.family_id, changes.id, changes.type, changes.is_deleted,
          CASE WHEN changes.enrolment_id = ANY (hidden) THEN changes.open_version ELSE changes.version END AS version
        FROM public.changes
        WHERE changes.family_id = scope AND (changes.owner_id IS NULL OR changes.owner_id = reader)
      ) AS seen
      WHERE seen.version >= after AND (
        seen.version > after
        OR (split_part(since, '.', 3) <> ''
          AND (seen.id, seen.type) > (nullif(split_part(since, '.', 3), '')::uuid, split_part(since, '.', 4))))
      ORDER BY seen.version, seen.id, seen.type LIMIT most;
  ELSIF split_part(since, '.', 3) = '' THEN
    RETURN QUERY
      SELECT changes.family_id, changes.id, changes.type, changes.version, changes.is_deleted FROM public.changes
      WHERE changes.family_id = scope AND changes.version > after AND (changes.owner_id IS NULL OR changes.owner_id = reader)
      ORDER BY changes.version, changes.id, changes.type LIMIT most;
  ELSE
    RETURN QUERY
      SELECT changes.family_id, changes.id, changes.type, changes.version, changes.is_deleted FROM public.changes
      WHERE changes.family_id = scope
        AND (changes.version, changes.id, changes.type) > (after, split_part(since, '.', 3)::uuid, split_part(since, '.', 4))
        AND (changes.owner_id IS NULL OR changes.owner_id = reader)
      ORDER BY changes.version, changes.id, changes.type LIMIT most;
  END IF;
END
$$;
REVOKE ALL ON FUNCTION changes_since(uuid, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION changes_since(uuid, text, bigint) TO hatched_app;
