-- Makes has_shared_id() anew, which tells whether a row that the people of a school see has an id: a row of `schools`,
-- or of a table with a column `school_id` or `staff_school_id`.
--
--     (besides <> 'public.rooms'::regclass AND EXISTS (SELECT 1 FROM public.rooms known WHERE known.id = given)) OR …
--
-- guard_table() calls it for each table of such a scope.
CREATE OR REPLACE FUNCTION collect_shared_ids() RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION public.has_shared_id(given uuid, besides regclass) RETURNS boolean
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $body$
    BEGIN
      RETURN %s;
    END
    $body$
    $function$, (
      SELECT string_agg(
        format('(besides <> %L::regclass AND EXISTS (SELECT 1 FROM %1$s known WHERE known.id = given))', ids.indrelid::regclass),
        E'\n        OR ' ORDER BY ids.indrelid)
      FROM pg_index ids JOIN pg_class tables ON tables.oid = ids.indrelid AND tables.relnamespace = 'public'::regnamespace
      WHERE ids.indkey[0] = (
          SELECT columns.attnum FROM pg_attribute columns WHERE columns.attrelid = ids.indrelid AND columns.attname = 'id')
        AND tables.relname <> 'place_versions'
        AND (tables.relname = 'schools' OR EXISTS (
          SELECT 1 FROM pg_attribute columns WHERE columns.attrelid = tables.oid AND NOT columns.attisdropped
            AND columns.attname IN ('school_id', 'staff_school_id')))));
  REVOKE ALL ON FUNCTION public.has_shared_id(uuid, regclass) FROM PUBLIC;
END
$$;
REVOKE ALL ON FUNCTION collect_shared_ids() FROM PUBLIC;
