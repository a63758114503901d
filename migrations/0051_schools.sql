-- Schools: their classes and staff, and the families that are registered there. What an account is in a school is nowhere in its
-- token: enter_places() reads it in each transaction that needs it.

CREATE TABLE schools (
  id         uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  -- Families register with it. Not a secret: the school confirms each student.
  code       text COLLATE "C" NOT NULL DEFAULT random_family_code(),
  address    text COLLATE "und-x-icu",
  latitude   numeric(9,6),
  longitude  numeric(9,6),
  time_zone  text NOT NULL,
  -- Between these parents may ask for their children; null for at any time.
  pickup_from  time,
  pickup_until time,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT schools_key PRIMARY KEY (id),
  CONSTRAINT schools_by_code UNIQUE (code),
  CONSTRAINT schools_code CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  CONSTRAINT schools_name CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT schools_address CHECK (length(address) BETWEEN 1 AND 500),
  CONSTRAINT schools_place CHECK (
    (latitude IS NULL) = (longitude IS NULL) AND latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180),
  CONSTRAINT schools_hours CHECK ((pickup_from IS NULL) = (pickup_until IS NULL) AND pickup_from < pickup_until)
);
CREATE TABLE school_classes (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  grade      text COLLATE "und-x-icu",
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT school_classes_key PRIMARY KEY (school_id, id),
  -- Answers join by the id alone.
  CONSTRAINT school_classes_id UNIQUE (id),
  CONSTRAINT school_classes_name UNIQUE (school_id, name),
  CONSTRAINT school_classes_names CHECK (length(name) BETWEEN 1 AND 100),
  CONSTRAINT school_classes_grade CHECK (length(grade) BETWEEN 1 AND 50)
);
-- An account that works in a school.
CREATE TABLE school_staff (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL,
  account_id uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  role       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT school_staff_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_staff_id UNIQUE (id),
  CONSTRAINT school_staff_account_once UNIQUE (account_id, school_id),
  CONSTRAINT school_staff_own UNIQUE (school_id, id, account_id),
  CONSTRAINT school_staff_role CHECK (role IN ('ADMINISTRATOR', 'TEACHER', 'DISPATCHER')),
  CONSTRAINT school_staff_name CHECK (length(name) BETWEEN 1 AND 200)
);
-- The classes of teachers. The account is here too, so that policies need no sub-select.
CREATE TABLE school_staff_classes (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL DEFAULT gen_random_uuid(),
  staff_id   uuid NOT NULL,
  account_id uuid NOT NULL,
  class_id   uuid NOT NULL,
  CONSTRAINT school_staff_classes_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_staff_classes_once UNIQUE (school_id, staff_id, class_id)
);
-- Invitations to work in a school. Their codes are hashes in a table of their own, which only functions read.
CREATE TABLE staff_invitations (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL,
  role       text NOT NULL,
  class_ids  uuid[] NOT NULL DEFAULT '{}',
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT staff_invitations_key PRIMARY KEY (school_id, id),
  CONSTRAINT staff_invitations_id UNIQUE (id),
  CONSTRAINT staff_invitations_role CHECK (role IN ('ADMINISTRATOR', 'TEACHER', 'DISPATCHER')),
  CONSTRAINT staff_invitations_classes CHECK (cardinality(class_ids) <= 20 AND (role = 'TEACHER' OR cardinality(class_ids) = 0))
);
CREATE TABLE staff_invitation_codes (
  school_id     uuid NOT NULL,
  invitation_id uuid NOT NULL,
  -- SHA-256 of the code, which is shown once.
  code_hash     bytea NOT NULL,
  CONSTRAINT staff_invitation_codes_key PRIMARY KEY (school_id, invitation_id),
  CONSTRAINT staff_invitation_codes_hash CHECK (length(code_hash) = 32)
);
-- The families that see a school, with its code.
CREATE TABLE school_families (
  family_id  uuid NOT NULL,
  school_id  uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT school_families_key PRIMARY KEY (family_id, school_id)
);
CREATE INDEX school_classes_by_name ON school_classes (school_id, name, id);
CREATE INDEX school_staff_by_name ON school_staff (school_id, name, id);
CREATE INDEX school_staff_classes_by_account ON school_staff_classes (account_id, class_id);
CREATE INDEX school_staff_classes_by_class ON school_staff_classes (school_id, class_id);
CREATE INDEX staff_invitations_by_date ON staff_invitations (school_id, created_at, id);
CREATE INDEX staff_invitation_codes_by_hash ON staff_invitation_codes (code_hash);

ALTER TABLE school_classes ADD CONSTRAINT school_classes_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE school_staff ADD CONSTRAINT school_staff_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE school_staff ADD CONSTRAINT school_staff_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE school_staff_classes ADD CONSTRAINT school_staff_classes_staff
  FOREIGN KEY (school_id, staff_id, account_id) REFERENCES school_staff (school_id, id, account_id) ON DELETE CASCADE;
ALTER TABLE school_staff_classes ADD CONSTRAINT school_staff_classes_class
  FOREIGN KEY (school_id, class_id) REFERENCES school_classes (school_id, id) ON DELETE CASCADE;
ALTER TABLE staff_invitations ADD CONSTRAINT staff_invitations_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE staff_invitation_codes ADD CONSTRAINT staff_invitation_codes_invitation
  FOREIGN KEY (school_id, invitation_id) REFERENCES staff_invitations (school_id, id) ON DELETE CASCADE;
ALTER TABLE school_families ADD CONSTRAINT school_families_family
  FOREIGN KEY (family_id) REFERENCES families (family_id) ON DELETE CASCADE;
ALTER TABLE school_families ADD CONSTRAINT school_families_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;

ALTER TABLE schools                ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE school_classes         ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE school_staff           ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE school_staff_classes   ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE staff_invitations      ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE staff_invitation_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE school_families        ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- All people of a school see it and its classes; administrators change them. From settings alone, without a sub-select.
CREATE POLICY school_scope ON schools FOR SELECT TO hatched_app
  USING (id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]));
CREATE POLICY administration ON schools FOR UPDATE TO hatched_app
  USING (id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]))
  WITH CHECK (id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]));
CREATE POLICY school_scope ON school_classes FOR SELECT TO hatched_app
  USING (school_id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[]));
CREATE POLICY administration ON school_classes TO hatched_app
  USING (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]))
  WITH CHECK (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]));
CREATE POLICY administration ON school_staff TO hatched_app
  USING (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]))
  WITH CHECK (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]));
CREATE POLICY account_scope ON school_staff FOR SELECT TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
CREATE POLICY administration ON school_staff_classes TO hatched_app
  USING (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]))
  WITH CHECK (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]));
CREATE POLICY account_scope ON school_staff_classes FOR SELECT TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
CREATE POLICY administration ON staff_invitations TO hatched_app
  USING (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]))
  WITH CHECK (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]));
CREATE POLICY family_scope ON school_families TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
GRANT SELECT, UPDATE ON schools TO hatched_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON school_classes TO hatched_app;
-- Staff come by functions, which count them under a lock.
GRANT SELECT, DELETE ON school_staff, school_staff_classes TO hatched_app;
GRANT SELECT, UPDATE ON staff_invitations TO hatched_app;
GRANT SELECT, DELETE ON school_families TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF id, code, created_at ON schools EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER fixed_columns BEFORE UPDATE OF school_id, id, created_at ON school_classes EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER fixed_columns BEFORE UPDATE OF school_id, id, role, class_ids, expires_at, used_at, created_at ON staff_invitations
  EXECUTE FUNCTION refuse_fixed_columns();

-- Versions: of a school, bumped by what all its people or its administrators see; and of each class, by what its staff see.

CREATE TABLE place_versions (
  -- Of the school or the class.
  id         uuid NOT NULL,
  school_id  uuid NOT NULL,
  version    bigint NOT NULL DEFAULT 1,
  stamp      uuid NOT NULL DEFAULT gen_random_uuid(),
  -- A transaction bumps a version once.
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT place_versions_key PRIMARY KEY (id)
);
CREATE INDEX place_versions_by_school ON place_versions (school_id, id);
ALTER TABLE place_versions SET (fillfactor = 50);
ALTER TABLE place_versions ADD CONSTRAINT place_versions_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
-- No policy: only the functions below see a row.
ALTER TABLE place_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE FUNCTION begin_place_versions() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_RELID = 'public.schools'::regclass THEN
    INSERT INTO public.place_versions (id, school_id) VALUES (NEW.id, NEW.id);
  ELSE
    INSERT INTO public.place_versions (id, school_id) VALUES (NEW.id, NEW.school_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE FUNCTION end_place_versions() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.place_versions WHERE id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER begin_versions AFTER INSERT ON schools FOR EACH ROW EXECUTE FUNCTION begin_place_versions();
CREATE TRIGGER begin_versions AFTER INSERT ON school_classes FOR EACH ROW EXECUTE FUNCTION begin_place_versions();
CREATE TRIGGER end_versions AFTER DELETE ON school_classes FOR EACH ROW EXECUTE FUNCTION end_place_versions();

-- Bumps the versions of schools or classes, in the order of their ids.
CREATE FUNCTION bump_places(places uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.place_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.id FROM public.place_versions versions WHERE versions.id = ANY (places)
    ORDER BY versions.id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.id = locked.id AND known.changed_in <> pg_current_xact_id();
END
$$;
CREATE FUNCTION bump_school() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.bump_places(ARRAY(SELECT DISTINCT changed.id FROM changed));
  RETURN NULL;
END
$$;
CREATE FUNCTION bump_school_rows() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.bump_places(ARRAY(SELECT DISTINCT changed.school_id FROM changed));
  RETURN NULL;
END
$$;
-- Of staff: what the account sees, and what the administrators see of it.
CREATE FUNCTION bump_staff() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.account_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.account_id FROM public.account_versions versions
    WHERE versions.account_id IN (SELECT changed.account_id FROM changed) ORDER BY versions.account_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.account_id = locked.account_id AND known.changed_in <> pg_current_xact_id();
  PERFORM public.bump_places(ARRAY(SELECT DISTINCT changed.school_id FROM changed));
  RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION track_versions(tracked regclass, bump text DEFAULT 'bump_family') RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER bump_added AFTER INSERT ON %s REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_changed AFTER UPDATE ON %s REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_removed AFTER DELETE ON %s REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_moved AFTER UPDATE OF %I ON %s FOR EACH ROW WHEN (OLD.%1$I <> NEW.%1$I)
    EXECUTE FUNCTION public.bump_all()',
    CASE
      WHEN bump IN ('bump_account', 'bump_school') THEN 'id'
      WHEN bump = 'bump_account_rows' THEN 'account_id'
      WHEN bump IN ('bump_school_rows', 'bump_staff') THEN 'school_id'
      ELSE 'family_id'
    END, tracked);
  EXECUTE format('CREATE TRIGGER bump_emptied AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION public.bump_all()', tracked);
END
$$;
SELECT
  track_versions('schools', 'bump_school'), track_versions('school_classes', 'bump_school_rows'),
  track_versions('school_staff', 'bump_staff'), track_versions('school_staff_classes', 'bump_staff'),
  track_versions('staff_invitations', 'bump_school_rows'), track_versions('school_families');

CREATE OR REPLACE FUNCTION changed_versions(kinds text[], ids uuid[], stamps uuid[]) RETURNS TABLE (place int, stamp uuid)
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
    SELECT watched.place::int, versions.stamp
    FROM unnest(kinds, ids, stamps) WITH ORDINALITY AS watched (kind, id, stamp, place)
    LEFT JOIN public.place_versions versions ON versions.id = watched.id
    WHERE watched.kind = 'PLACE' AND versions.stamp IS DISTINCT FROM watched.stamp
    UNION ALL
    SELECT watched.place::int, epochs.epoch
    FROM unnest(kinds, ids, stamps) WITH ORDINALITY AS watched (kind, id, stamp, place)
    LEFT JOIN public.version_epochs epochs ON true
    WHERE watched.kind = 'EPOCH' AND epochs.epoch IS DISTINCT FROM watched.stamp;
END
$$;

-- Reads the places of the account in scope, sets the settings that policies compare with for the rest of the transaction, and
-- returns the places with the versions of what is seen there. A kind is 'SCHOOL' (seen as by all its people), 'ADMINISTERED',
-- 'STAFF' (all classes of a school), 'TEACHING' (a class), or 'WATCHED': a class that is seen as staff, for its version alone.
CREATE FUNCTION enter_places() RETURNS TABLE (kind text, id uuid, stamp uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  known uuid[];
  administered uuid[];
  staffed uuid[];
  taught uuid[];
BEGIN
  known := ARRAY(
    SELECT staff.school_id FROM public.school_staff staff WHERE staff.account_id = account
    UNION
    SELECT families.school_id FROM public.school_families families
    WHERE families.family_id = home AND EXISTS (
      SELECT 1 FROM public.members WHERE members.family_id = home AND members.account_id = account));
  administered := ARRAY(
    SELECT staff.school_id FROM public.school_staff staff WHERE staff.account_id = account AND staff.role = 'ADMINISTRATOR');
  staffed := ARRAY(
    SELECT staff.school_id FROM public.school_staff staff WHERE staff.account_id = account AND staff.role <> 'TEACHER');
  taught := ARRAY(SELECT classes.class_id FROM public.school_staff_classes classes WHERE classes.account_id = account);
  PERFORM set_config('hatched.school_ids', known::text, true), set_config('hatched.administered_school_ids', administered::text, true),
    set_config('hatched.staff_school_ids', staffed::text, true), set_config('hatched.staff_class_ids', taught::text, true);
  RETURN QUERY
    SELECT 'SCHOOL', versions.id, versions.stamp FROM public.place_versions versions WHERE versions.id = ANY (known)
    UNION ALL SELECT 'ADMINISTERED', places.id, NULL::uuid FROM unnest(administered) AS places (id)
    UNION ALL SELECT 'STAFF', places.id, NULL::uuid FROM unnest(staffed) AS places (id)
    UNION ALL SELECT 'TEACHING', versions.id, versions.stamp FROM public.place_versions versions WHERE versions.id = ANY (taught)
    UNION ALL SELECT 'WATCHED', versions.id, versions.stamp FROM public.place_versions versions
      WHERE versions.school_id = ANY (staffed) AND versions.id <> versions.school_id;
END
$$;

-- Staff. An account works in at most 20 schools, and teaches at most 20 classes, so that the settings stay short. Whoever adds
-- locks the account first, and then the school. The functions return 'DONE', or why nothing may stay changed: 'NONE' where there is
-- no such row, 'LIMIT', 'KNOWN' for an account that works there, 'LAST' for the last administrator, 'CLASS' where the school
-- has no such class. Then the caller rolls back.

-- The account and the school are locked.
CREATE FUNCTION set_staff_classes(school uuid, staff uuid, account uuid, classes uuid[]) RETURNS text
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.school_staff_classes taught
  WHERE taught.school_id = school AND taught.staff_id = staff AND taught.class_id <> ALL (classes);
  INSERT INTO public.school_staff_classes (school_id, staff_id, account_id, class_id)
  SELECT school, staff, account, existing.id FROM public.school_classes existing
  WHERE existing.school_id = school AND existing.id = ANY (classes)
  ON CONFLICT ON CONSTRAINT school_staff_classes_once DO NOTHING;
  IF (SELECT count(*) FROM public.school_staff_classes taught WHERE taught.account_id = account) > 20 THEN RETURN 'LIMIT'; END IF;
  RETURN 'DONE';
END
$$;
CREATE FUNCTION add_staff(school uuid, staff uuid, account uuid, staff_name text, staff_role text, classes uuid[]) RETURNS text
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.accounts WHERE accounts.id = account FOR NO KEY UPDATE;
  PERFORM FROM public.schools WHERE schools.id = school FOR NO KEY UPDATE;
  IF EXISTS (SELECT 1 FROM public.school_staff known WHERE known.account_id = account AND known.school_id = school) THEN
    RETURN 'KNOWN';
  END IF;
  IF (SELECT count(*) FROM public.school_staff known WHERE known.account_id = account) >= 20 THEN RETURN 'LIMIT'; END IF;
  INSERT INTO public.school_staff (school_id, id, account_id, name, role) VALUES (school, staff, account, staff_name, staff_role);
  RETURN public.set_staff_classes(school, staff, account, CASE WHEN staff_role = 'TEACHER' THEN classes ELSE '{}' END);
END
$$;
-- Locks a member of the staff of a school that the account in scope administers. Returns no row where there is none.
CREATE FUNCTION lock_administered_staff(staff uuid) RETURNS TABLE (school_id uuid, account_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  known public.school_staff;
BEGIN
  SELECT * INTO known FROM public.school_staff
  WHERE id = staff AND school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]);
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM public.accounts WHERE accounts.id = known.account_id FOR NO KEY UPDATE;
  PERFORM FROM public.schools WHERE schools.id = known.school_id FOR NO KEY UPDATE;
  RETURN QUERY
    SELECT locked.school_id, locked.account_id FROM public.school_staff locked
    WHERE locked.school_id = known.school_id AND locked.id = staff FOR UPDATE;
END
$$;
-- Whether a school has all of these classes.
CREATE FUNCTION has_classes(school uuid, classes uuid[]) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN NOT EXISTS (
    SELECT 1 FROM unnest(classes) AS wanted (id)
    WHERE NOT EXISTS (SELECT 1 FROM public.school_classes known WHERE known.school_id = school AND known.id = wanted.id));
END
$$;
-- Gives a member of the staff another role and other classes.
CREATE FUNCTION change_staff(staff uuid, staff_role text, classes uuid[]) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_staff record;
BEGIN
  SELECT * INTO found_staff FROM public.lock_administered_staff(staff);
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF NOT public.has_classes(found_staff.school_id, classes) THEN RETURN 'CLASS'; END IF;
  UPDATE public.school_staff SET role = staff_role, version = version + 1, updated_at = now()
  WHERE school_id = found_staff.school_id AND id = staff;
  IF NOT EXISTS (
    SELECT 1 FROM public.school_staff known WHERE known.school_id = found_staff.school_id AND known.role = 'ADMINISTRATOR'
  ) THEN RETURN 'LAST'; END IF;
  RETURN public.set_staff_classes(
    found_staff.school_id, staff, found_staff.account_id, CASE WHEN staff_role = 'TEACHER' THEN classes ELSE '{}' END);
END
$$;
CREATE FUNCTION remove_staff(staff uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_staff record;
BEGIN
  SELECT * INTO found_staff FROM public.lock_administered_staff(staff);
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  DELETE FROM public.school_staff WHERE school_id = found_staff.school_id AND id = staff;
  IF NOT EXISTS (
    SELECT 1 FROM public.school_staff known WHERE known.school_id = found_staff.school_id AND known.role = 'ADMINISTRATOR'
  ) THEN RETURN 'LAST'; END IF;
  RETURN 'DONE';
END
$$;

-- Makes an invitation to a school that the account in scope administers. A school has at most 200 open ones.
CREATE FUNCTION create_staff_invitation(school uuid, invitation uuid, hash bytea, staff_role text, classes uuid[], days int)
RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.schools
  WHERE schools.id = school AND schools.id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[])
  FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF NOT public.has_classes(school, classes) THEN RETURN 'CLASS'; END IF;
  IF (
    SELECT count(*) FROM public.staff_invitations open
    WHERE open.school_id = school AND open.used_at IS NULL AND open.revoked_at IS NULL AND open.expires_at > now()
  ) >= 200 THEN RETURN 'LIMIT'; END IF;
  INSERT INTO public.staff_invitations (school_id, id, role, class_ids, expires_at)
  VALUES (school, invitation, staff_role, classes, now() + make_interval(days => days));
  INSERT INTO public.staff_invitation_codes (school_id, invitation_id, code_hash) VALUES (school, invitation, hash);
  RETURN 'DONE';
END
$$;
-- The account in scope comes to work in the school of an open invitation, once. The account is locked; the school is locked before
-- the invitation changes, which bumps the school's version. `outcome` is as above.
CREATE FUNCTION accept_staff_invitation(hash bytea, staff uuid, staff_name text) RETURNS TABLE (outcome text, school_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  used public.staff_invitations;
BEGIN
  PERFORM FROM public.schools WHERE schools.id IN (
    SELECT codes.school_id FROM public.staff_invitation_codes codes WHERE codes.code_hash = hash
  ) FOR NO KEY UPDATE;
  UPDATE public.staff_invitations AS open SET used_at = now(), version = open.version + 1, updated_at = now()
  FROM public.staff_invitation_codes codes
  WHERE codes.code_hash = hash AND open.school_id = codes.school_id AND open.id = codes.invitation_id
    AND open.used_at IS NULL AND open.revoked_at IS NULL AND open.expires_at > now()
  RETURNING open.* INTO used;
  outcome := 'NONE';
  IF FOUND THEN
    outcome := public.add_staff(used.school_id, staff, account, staff_name, used.role, used.class_ids);
    school_id := used.school_id;
  END IF;
  RETURN NEXT;
END
$$;

-- The family in scope comes to see the school with a code: at most 20 of them. The family is locked. `outcome` is as above.
CREATE FUNCTION register_at_school(school_code text) RETURNS TABLE (outcome text, school_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  outcome := 'NONE';
  school_id := (SELECT schools.id FROM public.schools WHERE schools.code = school_code);
  IF school_id IS NOT NULL AND home IS NOT NULL THEN
    INSERT INTO public.school_families (family_id, school_id) VALUES (home, school_id)
    ON CONFLICT ON CONSTRAINT school_families_key DO NOTHING;
    outcome := CASE
      WHEN (SELECT count(*) FROM public.school_families known WHERE known.family_id = home) > 20 THEN 'LIMIT' ELSE 'DONE' END;
  END IF;
  RETURN NEXT;
END
$$;

REVOKE ALL ON FUNCTION
  begin_place_versions(), end_place_versions(), bump_places(uuid[]), bump_school(), bump_school_rows(), bump_staff(),
  enter_places(), add_staff(uuid, uuid, uuid, text, text, uuid[]), set_staff_classes(uuid, uuid, uuid, uuid[]),
  has_classes(uuid, uuid[]),
  lock_administered_staff(uuid), change_staff(uuid, text, uuid[]), remove_staff(uuid),
  create_staff_invitation(uuid, uuid, bytea, text, uuid[], int), accept_staff_invitation(bytea, uuid, text),
  register_at_school(text)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  enter_places(), change_staff(uuid, text, uuid[]), remove_staff(uuid),
  create_staff_invitation(uuid, uuid, bytea, text, uuid[], int), accept_staff_invitation(bytea, uuid, text),
  register_at_school(text)
TO hatched_app;
