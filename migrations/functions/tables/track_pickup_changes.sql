-- Writes down the changes of a table whose rows show a student's pickup, as track_changes does: a table with a column
-- enrolment_id.
--
--     SELECT track_pickup_changes('collectors', 'Collector');
--
-- type: of the table's objects. is_shown: whether the enrolment shows them.
CREATE OR REPLACE FUNCTION track_pickup_changes(tracked regclass, type text, is_shown boolean DEFAULT true) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  recorder text := 'record_' || (SELECT pg_class.relname FROM pg_class WHERE pg_class.oid = tracked);
BEGIN
  EXECUTE format($function$
    CREATE FUNCTION public.%I() RETURNS trigger
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$
    BEGIN
      INSERT INTO public.changes AS known (family_id, id, type, version, is_deleted, enrolment_id, open_version)
      SELECT DISTINCT ON (touched.family_id, touched.id, touched.type) touched.family_id, touched.id, touched.type,
        versions.version, coalesce(touched.is_deleted, before.is_deleted, false), touched.enrolment_id, before.open_version
      FROM (
        SELECT rows.family_id, rows.id, %L AS type, TG_OP = 'DELETE' AS is_deleted, rows.enrolment_id FROM touched_rows rows
        UNION ALL SELECT rows.family_id, rows.enrolment_id, 'Enrolment', NULL, rows.enrolment_id FROM touched_rows rows WHERE %L
      ) AS touched
      JOIN public.families ON families.family_id = touched.family_id
      JOIN public.family_versions versions ON versions.family_id = touched.family_id AND versions.part = 'FAMILY'
      LEFT JOIN public.changes before
        ON before.family_id = touched.family_id AND before.id = touched.id AND before.type = touched.type
      ORDER BY touched.family_id, touched.id, touched.type, touched.is_deleted
      ON CONFLICT ON CONSTRAINT changes_key DO UPDATE
        SET version = excluded.version, is_deleted = excluded.is_deleted, enrolment_id = excluded.enrolment_id,
          changed_at = excluded.changed_at;
      RETURN NULL;
    END
    $body$
    $function$, recorder, type, is_shown);
  EXECUTE format('REVOKE ALL ON FUNCTION public.%I() FROM PUBLIC', recorder);
  EXECUTE format('CREATE TRIGGER record_added AFTER INSERT ON %s REFERENCING NEW TABLE AS touched_rows
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, recorder);
  EXECUTE format('CREATE TRIGGER record_changed AFTER UPDATE ON %s REFERENCING NEW TABLE AS touched_rows
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, recorder);
  EXECUTE format('CREATE TRIGGER record_removed AFTER DELETE ON %s REFERENCING OLD TABLE AS touched_rows
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, recorder);
END
$$;
REVOKE ALL ON FUNCTION track_pickup_changes(regclass, text, boolean) FROM PUBLIC;
