-- The first changes since a version, in one row: the version up to which the page leads, whether more follows, and the
-- ids of deleted objects.
CREATE OR REPLACE FUNCTION changes_page(reader uuid, since text, most bigint)
RETURNS TABLE (family_id uuid, version text, has_more boolean, removed_ids uuid[])
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  page record;
BEGIN
  family_id := nullif(current_setting('hatched.family_id', true), '')::uuid;
  SELECT count(*) AS found, coalesce(array_agg(rows.id) FILTER (WHERE rows.is_deleted AND rows.place <= most), '{}') AS removed,
    max(rows.position) FILTER (WHERE rows.place = most) AS last
  INTO page
  FROM (
    SELECT listed.id, listed.is_deleted, row_number() OVER (ORDER BY listed.version, listed.id, listed.type) AS place,
      concat_ws('.', listed.version, listed.id, listed.type) AS position
    FROM public.changes_since(reader, since, most + 1) listed
  ) AS rows;
  has_more := page.found > most;
  version := CASE WHEN has_more AND most > 0 THEN public.change_line(reader) || '.' || page.last
    WHEN has_more THEN since ELSE public.change_version(reader) END;
  removed_ids := page.removed;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION changes_page(uuid, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION changes_page(uuid, text, bigint) TO hatched_app;
