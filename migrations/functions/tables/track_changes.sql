-- Writes down from here on which objects the changes of a table change, whoever makes them.
--
--     SELECT track_changes('assignments', 'Assignment', '{Course,course_id,FamilyMember,student_id}');
--
-- type: of the table's objects; null for a table whose rows are none. shown: the objects that show something of a row,
-- each as its type and the column with its key. owner: the column with the one member who may know of the object. gone:
-- a condition on a row, under which the object is gone though the row is there.
--
-- The triggers come after those of track_versions, by their names: the version is that of the transaction. A family
-- that is being deleted has no changes.
CREATE OR REPLACE FUNCTION track_changes(
  tracked regclass, type text, shown text[] DEFAULT '{}', key text DEFAULT 'id', owner text DEFAULT NULL, gone text DEFAULT 'false'
) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- The objects that a row of the transition table %1$I names.
  shows text := '';
  own text := '';
  statement text := $statement$
    INSERT INTO public.changes AS known (family_id, id, type, version, is_deleted, owner_id)
    SELECT DISTINCT ON (touched.family_id, touched.id, touched.type) touched.family_id, touched.id, touched.type,
      versions.version, coalesce(touched.is_deleted, before.is_deleted, false), coalesce(touched.owner_id, before.owner_id)
    FROM (%s) AS touched
    JOIN public.families ON families.family_id = touched.family_id
    JOIN public.family_versions versions ON versions.family_id = touched.family_id AND versions.part = 'FAMILY'
    LEFT JOIN public.changes before
      ON before.family_id = touched.family_id AND before.id = touched.id AND before.type = touched.type
    ORDER BY touched.family_id, touched.id, touched.type, touched.is_deleted
    ON CONFLICT ON CONSTRAINT changes_key DO UPDATE
      SET version = excluded.version, is_deleted = excluded.is_deleted, owner_id = excluded.owner_id, changed_at = excluded.changed_at;
  $statement$;
  rows_of_change text;
  recorder text := 'record_' || (SELECT pg_class.relname FROM pg_class WHERE pg_class.oid = tracked);
BEGIN
  IF type IS NOT NULL THEN
    own := format('SELECT %%1$I.family_id, %%1$I.%I AS id, %L AS type, %%2$s AS is_deleted, %s AS owner_id FROM %%1$I',
      key, type, coalesce('%1$I.' || quote_ident(owner), 'NULL::uuid'));
  END IF;
  FOR place IN 1 .. coalesce(array_length(shown, 1), 0) BY 2 LOOP
    shows := shows || CASE WHEN shows = '' THEN '' ELSE ' UNION ALL ' END
      || format('SELECT %%1$I.family_id, %%1$I.%I AS id, %L AS type, NULL::boolean AS is_deleted, NULL::uuid AS owner_id
        FROM %%1$I WHERE %%1$I.%1$I IS NOT NULL', shown[place + 1], shown[place]);
  END LOOP;
  rows_of_change := concat_ws(' UNION ALL ', nullif(own, ''), nullif(shows, ''));
  EXECUTE format($function$
    CREATE FUNCTION public.%I() RETURNS trigger
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$
    BEGIN
      IF TG_OP = 'INSERT' THEN %s
      ELSIF TG_OP = 'UPDATE' THEN %s
      ELSE %s
      END IF;
      RETURN NULL;
    END
    $body$
    $function$,
    recorder,
    format(statement, format(rows_of_change, 'added', gone)),
    format(statement, concat_ws(' UNION ALL ', format(rows_of_change, 'added', gone), nullif(format(shows, 'removed'), ''))),
    format(statement, format(rows_of_change, 'removed', 'true')));
  EXECUTE format('REVOKE ALL ON FUNCTION public.%I() FROM PUBLIC', recorder);
  EXECUTE format('CREATE TRIGGER record_added AFTER INSERT ON %s REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, recorder);
  EXECUTE format('CREATE TRIGGER record_changed AFTER UPDATE ON %s REFERENCING NEW TABLE AS added OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, recorder);
  EXECUTE format('CREATE TRIGGER record_removed AFTER DELETE ON %s REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, recorder);
END
$$;
REVOKE ALL ON FUNCTION track_changes(regclass, text, text[], text, text, text) FROM PUBLIC;
