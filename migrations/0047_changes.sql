-- Which objects of a family changed, and in which version: what a client that keeps them needs to ask for after a time offline. An
-- object has one row here, from its first change on; that of an object that is gone says so, until it is forgotten.

CREATE TABLE changes (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  -- Of the object, as the schema has it; 'FamilyMember' for parents and students.
  type       text COLLATE "C" NOT NULL,
  -- The family's, at the last change.
  version    bigint NOT NULL,
  is_deleted boolean NOT NULL,
  -- The one member who may know of the object; null where all do.
  owner_id   uuid,
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT changes_key PRIMARY KEY (family_id, id, type)
);
CREATE INDEX changes_by_version ON changes (family_id, version, id, type);
ALTER TABLE changes ADD CONSTRAINT changes_family FOREIGN KEY (family_id) REFERENCES families (family_id) ON DELETE CASCADE;
ALTER TABLE changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON changes TO hatched_app
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
-- To read, and nothing else: the triggers write with the rights of the owner.
GRANT SELECT ON changes TO hatched_app;

-- What changed in this version or before may have been forgotten: see forget_changes.
ALTER TABLE family_versions ADD COLUMN forgotten bigint NOT NULL DEFAULT 0;

-- Writes down from here on which objects the changes of a table change, whoever makes them.
--
--     SELECT track_changes('assignments', 'Assignment', '{Course,course_id,FamilyMember,student_id}');
--
-- type: of the table's objects; null for a table whose rows are none. shown: the objects that show something of a row, each as its
-- type and the column with its key. owner: the column with the one member who may know of the object. gone: a condition on a row,
-- under which the object is gone though the row is there.
--
-- The triggers come after those of track_versions, by their names: the version is that of the transaction. A family that is being
-- deleted has no changes.
CREATE FUNCTION track_changes(
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

SELECT
  track_changes('assignments', 'Assignment', '{Course,course_id,FamilyMember,student_id}'),
  track_changes('attendance_records', 'AttendanceRecord', '{FamilyMember,student_id}'),
  track_changes('courses', 'Course', '{Subject,subject_id}'),
  track_changes('degree_courses', 'DegreeCourse', '{DegreeGroup,degree_group_id}'),
  track_changes('degree_groups', 'DegreeGroup', '{Degree,degree_id}'),
  track_changes('degrees', 'Degree'),
  track_changes('devices', 'Device', owner => 'member_id'),
  track_changes('families', 'Family', key => 'family_id'),
  track_changes('grade_overrides', 'GradeOverride', '{Course,course_id,FamilyMember,student_id}'),
  track_changes('grade_scale_choices', 'GradeScaleChoice', '{Course,course_id,FamilyMember,student_id}'),
  track_changes('grade_scale_steps', 'GradeScaleStep', '{GradeScale,grade_scale_id}'),
  track_changes('grade_scales', 'GradeScale'),
  track_changes('members', 'FamilyMember'),
  track_changes('note_taggings', NULL, '{Note,note_id,NoteTag,note_tag_id}'),
  track_changes('note_tags', 'NoteTag'),
  track_changes('notes', 'Note'),
  track_changes('notifications', 'Notification', owner => 'recipient_id', gone => 'deleted_at IS NOT NULL'),
  track_changes('planner_tasks', 'PlannerTask'),
  track_changes('portfolio_items', 'PortfolioItem', '{FamilyMember,student_id}'),
  track_changes('questions', 'Question', '{Assignment,assignment_id}'),
  track_changes('quotes', 'Quote'),
  track_changes('resources', 'Resource'),
  track_changes('school_years', 'SchoolYear'),
  track_changes('study_times', 'StudyTime', '{Course,course_id,FamilyMember,student_id}'),
  track_changes('subjects', 'Subject'),
  track_changes('terms', 'Term', '{SchoolYear,school_year_id}'),
  track_changes('time_slots', 'TimeSlot', '{Course,course_id}'),
  track_changes('weight_groups', 'WeightGroup', '{Course,course_id}');

-- The database as of which the counting goes on: another after a restore into another cluster or database, after a recovery to a
-- point in time or the promotion of a standby, and after each run of `hatched migrate`. With the member in scope, and its role: who
-- sees other objects than before cannot go on from what it knew.
CREATE FUNCTION change_line(reader uuid) RETURNS text
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
      (SELECT epochs.epoch FROM public.version_epochs epochs), scope, reader, members.role))
    FROM public.members WHERE members.family_id = scope AND members.id = reader);
END
$$;

-- The version of the family in scope, as a client is told it: with all that changed in it.
--
--     0cc175b9c0f1b6a831c399e269772661.42
CREATE FUNCTION change_version(reader uuid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT public.change_line(reader) || '.' || versions.version FROM public.family_versions versions
    WHERE versions.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid AND versions.part = 'FAMILY');
END
$$;

-- Whether all is known that changed since a version: null is the current one.
CREATE FUNCTION knows_changes(reader uuid, since text) RETURNS boolean
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

-- The first objects that changed since a version, as the member in scope may know of them: in the order of their versions.
CREATE FUNCTION changes_since(reader uuid, since text, most bigint)
RETURNS TABLE (family_id uuid, id uuid, type text, version bigint, is_deleted boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  scope uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  after bigint;
BEGIN
  IF since IS NULL OR NOT public.knows_changes(reader, since) THEN RETURN; END IF;
  after := split_part(since, '.', 2)::bigint;
  IF split_part(since, '.', 3) = '' THEN
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

-- The same, in a row: the version up to which it leads, whether more follows, and what is gone.
CREATE FUNCTION changes_page(reader uuid, since text, most bigint)
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

-- Forgets what changed more than `days` ago, and of each family all but the latest `most` objects, in the next
-- `at_once` families after one. Who knows less than what is kept begins anew. Locks as a change does: the version of a family, then its changes.
-- Returns the last of the families, null after the last of all.
CREATE FUNCTION forget_changes(after uuid, at_once int, days int, most int) RETURNS uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid;
  bound bigint;
  last uuid;
BEGIN
  FOR home IN
    SELECT versions.family_id FROM public.family_versions versions
    WHERE versions.part = 'FAMILY' AND (after IS NULL OR versions.family_id > after) ORDER BY versions.family_id LIMIT at_once
  LOOP
    last := home;
    bound := greatest(
      (
        SELECT max(old.version) FROM (
          SELECT changes.version, changes.changed_at FROM public.changes WHERE changes.family_id = home
          ORDER BY changes.version, changes.id, changes.type LIMIT 1000
        ) AS old
        WHERE old.changed_at < now() - make_interval(days => days)
      ),
      (
        SELECT changes.version FROM public.changes WHERE changes.family_id = home
        ORDER BY changes.version DESC, changes.id DESC, changes.type DESC OFFSET most LIMIT 1
      ));
    IF bound IS NOT NULL THEN
      UPDATE public.family_versions SET forgotten = greatest(forgotten, bound) WHERE family_id = home AND part = 'FAMILY';
      DELETE FROM public.changes WHERE changes.family_id = home AND changes.version <= bound;
    END IF;
  END LOOP;
  RETURN last;
END
$$;

REVOKE ALL ON FUNCTION
  track_changes(regclass, text, text[], text, text, text), change_line(uuid), change_version(uuid), knows_changes(uuid, text),
  changes_since(uuid, text, bigint), changes_page(uuid, text, bigint), forget_changes(uuid, int, int, int)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  change_line(uuid), change_version(uuid), knows_changes(uuid, text), changes_since(uuid, text, bigint),
  changes_page(uuid, text, bigint)
TO hatched_app;
GRANT EXECUTE ON FUNCTION forget_changes(uuid, int, int, int) TO hatched_worker;
