-- A version of each family and account: it changes in the transaction that changes what the family or account reads. Whoever has
-- read something, and the version with it, knows by the version alone whether it would read the same again.
--
-- `version` counts the transactions. `stamp` is random, so that a version that is counted a second time, after a restore from a
-- backup or on a standby that was behind, is another one.

CREATE TABLE family_versions (
  family_id  uuid NOT NULL,
  -- 'FAMILY'; or 'REQUESTS' for requests to join that transactions end which do not hold the family's row. The latter never wait
  -- for a row of the former, and bump several in order: see LockOrder.
  part       text NOT NULL,
  version    bigint NOT NULL DEFAULT 1,
  stamp      uuid NOT NULL DEFAULT gen_random_uuid(),
  -- A transaction bumps a version once.
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT family_versions_key PRIMARY KEY (family_id, part),
  CONSTRAINT family_versions_part CHECK (part IN ('FAMILY', 'REQUESTS'))
);
CREATE TABLE account_versions (
  account_id uuid NOT NULL,
  version    bigint NOT NULL DEFAULT 1,
  stamp      uuid NOT NULL DEFAULT gen_random_uuid(),
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT account_versions_key PRIMARY KEY (account_id)
);
-- A page keeps room for the next version of a row, which is written in place (heap-only updates).
ALTER TABLE family_versions SET (fillfactor = 50);
ALTER TABLE account_versions SET (fillfactor = 50);
ALTER TABLE family_versions ADD CONSTRAINT family_versions_family
  FOREIGN KEY (family_id) REFERENCES families (family_id) ON DELETE CASCADE;
ALTER TABLE account_versions ADD CONSTRAINT account_versions_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE family_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON family_versions TO hatched_app
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
ALTER TABLE account_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_scope ON account_versions TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  WITH CHECK (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
-- To read, and nothing else: the triggers write with the rights of the owner.
GRANT SELECT ON family_versions, account_versions TO hatched_app;

-- What was read in another epoch counts for nothing. `hatched migrate` begins one with each run, since it may change what no trigger
-- sees.
CREATE TABLE version_epochs (
  id    int NOT NULL DEFAULT 1,
  epoch uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT version_epochs_key PRIMARY KEY (id),
  CONSTRAINT version_epochs_one CHECK (id = 1)
);
ALTER TABLE version_epochs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY epoch_of_all ON version_epochs FOR SELECT TO hatched_app USING (true);
INSERT INTO version_epochs DEFAULT VALUES;
GRANT SELECT ON version_epochs TO hatched_app;

CREATE FUNCTION begin_version_epoch() RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.version_epochs SET epoch = gen_random_uuid();
END
$$;

CREATE FUNCTION begin_family_versions() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.family_versions (family_id, part)
  SELECT added.family_id, parts.part FROM added CROSS JOIN unnest(ARRAY['FAMILY', 'REQUESTS']) AS parts (part);
  RETURN NULL;
END
$$;
CREATE FUNCTION begin_account_versions() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.account_versions (account_id) SELECT added.id FROM added;
  RETURN NULL;
END
$$;

-- The three functions below bump what a statement has changed, of which the rows are in `changed`. A row that is missing goes with
-- its family or account: it is not added.
CREATE FUNCTION bump_family() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.family_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  WHERE known.family_id IN (SELECT changed.family_id FROM changed) AND known.part = 'FAMILY'
    AND known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
CREATE FUNCTION bump_account() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.account_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  WHERE known.account_id IN (SELECT changed.id FROM changed) AND known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
-- Of requests to join. A transaction holds the row of the family in scope, and no other: the versions of others are another part of
-- theirs, which nobody holds who waits for anything but the next of them.
CREATE FUNCTION bump_requests() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  scope uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  UPDATE public.account_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.account_id FROM public.account_versions versions
    WHERE versions.account_id IN (SELECT changed.account_id FROM changed) ORDER BY versions.account_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.account_id = locked.account_id AND known.changed_in <> pg_current_xact_id();
  UPDATE public.family_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  WHERE known.family_id = scope AND known.part = 'FAMILY' AND known.changed_in <> pg_current_xact_id()
    AND known.family_id IN (SELECT changed.family_id FROM changed);
  UPDATE public.family_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.family_id FROM public.family_versions versions
    WHERE versions.family_id IN (SELECT changed.family_id FROM changed WHERE changed.family_id IS DISTINCT FROM scope)
      AND versions.part = 'REQUESTS'
    ORDER BY versions.family_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.family_id = locked.family_id AND known.part = 'REQUESTS' AND known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
-- Nobody but an operator moves rows to another family, or empties tables.
CREATE FUNCTION bump_all() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.version_epochs SET epoch = gen_random_uuid();
  RETURN NULL;
END
$$;

-- Bumps the versions of what reads a table from here on, whoever changes it: `bump` is one of the functions above.
--
-- After the rows, and once a statement. Cascades are statements, too.
CREATE FUNCTION track_versions(tracked regclass, bump text DEFAULT 'bump_family') RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER bump_added AFTER INSERT ON %s REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_changed AFTER UPDATE ON %s REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_removed AFTER DELETE ON %s REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_moved AFTER UPDATE OF %I ON %s FOR EACH ROW WHEN (OLD.%1$I <> NEW.%1$I)
    EXECUTE FUNCTION public.bump_all()', CASE bump WHEN 'bump_account' THEN 'id' ELSE 'family_id' END, tracked);
  EXECUTE format('CREATE TRIGGER bump_emptied AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION public.bump_all()', tracked);
END
$$;

-- A session that ends before its time is none of the account's data, and ends what its owner watches.
CREATE FUNCTION bump_account_of_session() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.account_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  WHERE known.account_id = OLD.account_id AND known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
CREATE TRIGGER bump_ended AFTER UPDATE OF ended_at ON sessions FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION bump_account_of_session();
CREATE TRIGGER bump_removed AFTER DELETE ON sessions FOR EACH ROW
  WHEN (OLD.ended_at IS NULL) EXECUTE FUNCTION bump_account_of_session();

INSERT INTO family_versions (family_id, part)
SELECT family_id, part FROM families CROSS JOIN unnest(ARRAY['FAMILY', 'REQUESTS']) AS parts (part);
INSERT INTO account_versions (account_id) SELECT id FROM accounts;
CREATE TRIGGER begin_versions AFTER INSERT ON families REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION begin_family_versions();
CREATE TRIGGER begin_versions AFTER INSERT ON accounts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION begin_account_versions();

SELECT track_versions('accounts', 'bump_account'), track_versions('join_requests', 'bump_requests');
SELECT track_versions(tracked) FROM unnest(ARRAY[
  'assignments', 'attendance_records', 'audit_entries', 'courses', 'degree_courses', 'degree_groups', 'degrees', 'devices',
  'families', 'grade_overrides', 'grade_scale_choices', 'grade_scale_steps', 'grade_scales', 'invitations', 'members',
  'note_taggings', 'note_tags', 'notes', 'notifications', 'planner_tasks', 'portfolio_items', 'questions', 'quotes', 'resources',
  'school_years', 'study_times', 'subjects', 'terms', 'time_slots', 'weight_groups']::regclass[]) AS tracked;

-- The next moment at which the family in scope may read something else though nothing is changed: work becomes overdue, a day ends,
-- an invitation or a request to join expires. Null before there is a family.
CREATE FUNCTION next_boundary() RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  scope uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  zone text := (SELECT families.time_zone FROM public.families WHERE families.family_id = scope);
  today date := (now() AT TIME ZONE zone)::date;
BEGIN
  RETURN least(
    (today + 1)::timestamp AT TIME ZONE zone,
    (
      SELECT min((due.due_date + coalesce(due.due_time, time '23:59:59.999999')) AT TIME ZONE zone)
      FROM public.assignments due
      WHERE due.family_id = scope AND due.due_date BETWEEN today - 1 AND today + 1 AND due.points_awarded IS NULL
        AND (due.due_date + coalesce(due.due_time, time '23:59:59.999999')) AT TIME ZONE zone >= now()
    ),
    (SELECT min(open.expires_at) FROM public.invitations open WHERE open.family_id = scope AND open.expires_at > now()),
    (
      SELECT min(open.expires_at) FROM public.join_requests open
      WHERE open.expires_at > now()
        AND (open.family_id = scope OR open.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
    ));
END
$$;

-- Those of the versions named that are others now: their place among those named, and their stamp, null where there is none any
-- more. A kind is 'EPOCH', 'ACCOUNT', or the part of a family's version. Whoever calls it tells of each what it had read: the
-- function names no id.
CREATE FUNCTION changed_versions(kinds text[], ids uuid[], stamps uuid[]) RETURNS TABLE (place int, stamp uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT watched.place::int, versions.stamp
    FROM unnest(kinds, ids, stamps) WITH ORDINALITY AS watched (kind, id, stamp, place)
    LEFT JOIN public.family_versions versions ON versions.family_id = watched.id AND versions.part = watched.kind
    WHERE watched.kind IN ('FAMILY', 'REQUESTS') AND versions.stamp IS DISTINCT FROM watched.stamp
    UNION ALL
    SELECT watched.place::int, versions.stamp
    FROM unnest(kinds, ids, stamps) WITH ORDINALITY AS watched (kind, id, stamp, place)
    LEFT JOIN public.account_versions versions ON versions.account_id = watched.id
    WHERE watched.kind = 'ACCOUNT' AND versions.stamp IS DISTINCT FROM watched.stamp
    UNION ALL
    SELECT watched.place::int, epochs.epoch
    FROM unnest(kinds, ids, stamps) WITH ORDINALITY AS watched (kind, id, stamp, place)
    LEFT JOIN public.version_epochs epochs ON true
    WHERE watched.kind = 'EPOCH' AND epochs.epoch IS DISTINCT FROM watched.stamp;
END
$$;

REVOKE ALL ON FUNCTION
  begin_version_epoch(), begin_family_versions(), begin_account_versions(), bump_family(), bump_account(), bump_requests(),
  bump_all(), bump_account_of_session(), track_versions(regclass, text), next_boundary(),
  changed_versions(text[], uuid[], uuid[])
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION next_boundary(), changed_versions(text[], uuid[], uuid[]) TO hatched_app;
