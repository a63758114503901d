-- Changes are told to those who may see the objects: a parent whom a school has barred from a student learns neither of its collectors,
-- pickup times and dismissals, nor that one of them has changed.

ALTER TABLE changes
  -- Of an object that shows something of a student's pickup: the enrolment.
  ADD COLUMN enrolment_id uuid,
  -- Of such an object: the version of the last change of what everybody in the family may see of it; null for none.
  ADD COLUMN open_version bigint;

-- The enrolments whose pickups a member may not see: a parent from whose student a school bars it, also of those that are gone; and other
-- students where a school bars anybody, since a barred parent may know their passwords.
CREATE FUNCTION hidden_enrolments(reader uuid) RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  RETURN ARRAY(
    SELECT guardians.enrolment_id FROM public.pickup_guardians guardians
    WHERE guardians.family_id = home AND guardians.member_id = reader AND guardians.is_barred
    UNION SELECT guardians.enrolment_id FROM public.pickup_guardians guardians
    JOIN public.enrolments rows ON rows.family_id = home AND rows.id = guardians.enrolment_id AND rows.student_id <> reader
    JOIN public.members own ON own.family_id = home AND own.id = reader AND own.role = 'STUDENT'
    WHERE guardians.family_id = home AND guardians.is_barred
    UNION SELECT records.enrolment_id FROM public.members own
    JOIN public.pickup_records records ON records.account = own.account_id AND records.enrolment_id IS NOT NULL
    WHERE own.family_id = home AND own.id = reader AND own.role = 'PARENT'
    ORDER BY 1);
END
$$;

-- Writes down the changes of a table whose rows show a student's pickup, as track_changes does: a table with a column enrolment_id.
--
--     SELECT track_pickup_changes('collectors', 'Collector');
--
-- type: of the table's objects. is_shown: whether the enrolment shows them.
CREATE FUNCTION track_pickup_changes(tracked regclass, type text, is_shown boolean DEFAULT true) RETURNS void
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

DROP TRIGGER record_added ON collectors;
DROP TRIGGER record_changed ON collectors;
DROP TRIGGER record_removed ON collectors;
DROP FUNCTION record_collectors();
DROP TRIGGER record_added ON pickup_times;
DROP TRIGGER record_changed ON pickup_times;
DROP TRIGGER record_removed ON pickup_times;
DROP FUNCTION record_pickup_times();
DROP TRIGGER record_added ON dismissals;
DROP TRIGGER record_changed ON dismissals;
DROP TRIGGER record_removed ON dismissals;
DROP FUNCTION record_dismissals();
SELECT
  track_pickup_changes('collectors', 'Collector'), track_pickup_changes('pickup_times', 'PickupTime'),
  track_pickup_changes('dismissals', 'Dismissal', is_shown => false);

-- Of enrolments: who comes, absences and what the school keeps are none of those whom it bars.
CREATE OR REPLACE FUNCTION record_enrolments() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM public.record_open_enrolments(added.family_id, added.id, added.student_id, false, true) FROM added;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM public.record_open_enrolments(removed.family_id, removed.id, removed.student_id, true, true) FROM removed;
  ELSE
    PERFORM public.record_open_enrolments(
      added.family_id, added.id, added.student_id, false,
      (added.state, added.class_id, added.wanted_class_id, added.student_number, added.gender, added.ended_at, added.consented_by)
      IS DISTINCT FROM (removed.state, removed.class_id, removed.wanted_class_id, removed.student_number, removed.gender,
        removed.ended_at, removed.consented_by))
    FROM added JOIN removed ON removed.family_id = added.family_id AND removed.id = added.id;
  END IF;
  RETURN NULL;
END
$$;
CREATE FUNCTION record_open_enrolments(home uuid, enrolment uuid, student uuid, gone boolean, is_open boolean) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  current bigint := (
    SELECT versions.version FROM public.family_versions versions
    JOIN public.families ON families.family_id = versions.family_id
    WHERE versions.family_id = home AND versions.part = 'FAMILY');
BEGIN
  IF current IS NULL THEN RETURN; END IF;
  INSERT INTO public.changes AS known (family_id, id, type, version, is_deleted, enrolment_id, open_version)
  VALUES (home, enrolment, 'Enrolment', current, gone, enrolment, CASE WHEN is_open THEN current END)
  ON CONFLICT ON CONSTRAINT changes_key DO UPDATE
    SET version = excluded.version, is_deleted = excluded.is_deleted, enrolment_id = excluded.enrolment_id,
      open_version = coalesce(excluded.open_version, known.open_version), changed_at = excluded.changed_at;
  IF NOT is_open THEN RETURN; END IF;
  INSERT INTO public.changes AS known (family_id, id, type, version, is_deleted)
  VALUES (home, student, 'FamilyMember', current, false)
  ON CONFLICT ON CONSTRAINT changes_key DO UPDATE SET version = excluded.version, changed_at = excluded.changed_at;
END
$$;
-- What changed before.
UPDATE changes SET enrolment_id = rows.enrolment_id FROM collectors rows
WHERE changes.family_id = rows.family_id AND changes.id = rows.id AND changes.type = 'Collector';
UPDATE changes SET enrolment_id = rows.enrolment_id FROM pickup_times rows
WHERE changes.family_id = rows.family_id AND changes.id = rows.id AND changes.type = 'PickupTime';
UPDATE changes SET enrolment_id = rows.enrolment_id FROM dismissals rows
WHERE changes.family_id = rows.family_id AND changes.id = rows.id AND changes.type = 'Dismissal';
UPDATE changes SET enrolment_id = changes.id, open_version = changes.version WHERE changes.type = 'Enrolment';

-- With what is hidden from the member: who sees other objects than before cannot go on from what it knew.
CREATE OR REPLACE FUNCTION change_line(reader uuid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  scope uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  timeline text;
BEGIN
  IF pg_is_in_recovery() THEN
    timeline := (SELECT checkpoint.timeline_id::text FROM pg_control_checkpoint() checkpoint);
  ELSE
    timeline := left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
  END IF;
  RETURN (
    SELECT md5(concat_ws(' ', (SELECT control.system_identifier FROM pg_control_system() control), timeline,
      (SELECT own.oid FROM pg_database own WHERE own.datname = current_database()),
      (SELECT epochs.epoch FROM public.version_epochs epochs), scope, reader, members.role,
      nullif(array_to_string(public.hidden_enrolments(reader), ' '), '')))
    FROM public.members WHERE members.family_id = scope AND members.id = reader);
END
$$;
-- The version of the family in scope, as a client is told it: with all that changed in it, and that the member may know of.
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

REVOKE ALL ON FUNCTION
  hidden_enrolments(uuid), track_pickup_changes(regclass, text, boolean), record_open_enrolments(uuid, uuid, uuid, boolean, boolean)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hidden_enrolments(uuid) TO hatched_app;
