-- School pickup: which students are where, who may collect them, and how they are let out.
--
-- Rows of a family and a school are the family's, by `family_id`. The school sees them by `staff_school_id`, and the staff of a class
-- by `class_id`: both are null once the enrolment has ended, and the class until the school has confirmed it. Staff never read
-- members: what they may know of people stands here.

-- The school's own list of its students.
CREATE TABLE school_students (
  school_id      uuid NOT NULL,
  id             uuid NOT NULL,
  class_id       uuid,
  student_number text COLLATE "C" NOT NULL,
  name           text COLLATE "und-x-icu" NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  version        int NOT NULL DEFAULT 1,
  CONSTRAINT school_students_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_students_id UNIQUE (id),
  CONSTRAINT school_students_number UNIQUE (school_id, student_number),
  CONSTRAINT school_students_numbers CHECK (length(student_number) BETWEEN 1 AND 50),
  CONSTRAINT school_students_name CHECK (length(name) BETWEEN 1 AND 200)
);
CREATE TABLE enrolments (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  student_id      uuid NOT NULL,
  school_id       uuid NOT NULL,
  staff_school_id uuid,
  class_id        uuid,
  -- The class that the family has named.
  wanted_class_id uuid,
  student_name    text COLLATE "und-x-icu" NOT NULL,
  student_number  text COLLATE "C" NOT NULL,
  gender          text COLLATE "und-x-icu",
  state           text NOT NULL DEFAULT 'PENDING',
  -- The day, in the school's time zone, for which staff marked the student absent.
  absent_on       date,
  ended_at        timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT enrolments_key PRIMARY KEY (family_id, id),
  CONSTRAINT enrolments_name CHECK (length(student_name) BETWEEN 1 AND 200),
  CONSTRAINT enrolments_number CHECK (length(student_number) BETWEEN 1 AND 50),
  CONSTRAINT enrolments_gender CHECK (length(gender) BETWEEN 1 AND 50),
  CONSTRAINT enrolments_state CHECK (state IN ('PENDING', 'CONFIRMED', 'ENDED')),
  CONSTRAINT enrolments_end CHECK ((state = 'ENDED') = (ended_at IS NOT NULL)),
  CONSTRAINT enrolments_staff CHECK ((state = 'ENDED') = (staff_school_id IS NULL) AND staff_school_id = school_id),
  CONSTRAINT enrolments_class CHECK (class_id IS NULL OR state = 'CONFIRMED')
);
-- A person of the family who may collect the student, as the school sees it.
CREATE TABLE pickup_guardians (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL DEFAULT gen_random_uuid(),
  enrolment_id    uuid NOT NULL,
  member_id       uuid NOT NULL,
  staff_school_id uuid,
  class_id        uuid,
  name            text COLLATE "und-x-icu" NOT NULL,
  -- By the school: for a person who may not have the child.
  is_barred       boolean NOT NULL DEFAULT false,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT pickup_guardians_key PRIMARY KEY (family_id, id),
  CONSTRAINT pickup_guardians_once UNIQUE (family_id, enrolment_id, member_id),
  CONSTRAINT pickup_guardians_name CHECK (length(name) BETWEEN 1 AND 200)
);
-- Another person whom the parents let collect the student.
CREATE TABLE collectors (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  enrolment_id    uuid NOT NULL,
  staff_school_id uuid,
  class_id        uuid,
  name            text COLLATE "und-x-icu" NOT NULL,
  telephone       text COLLATE "C",
  from_day        date,
  until_day       date,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT collectors_key PRIMARY KEY (family_id, id),
  CONSTRAINT collectors_name CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT collectors_telephone CHECK (telephone ~ '^\+[1-9][0-9]{6,14}$'),
  CONSTRAINT collectors_days CHECK (from_day <= until_day)
);
CREATE TABLE dismissals (
  family_id           uuid NOT NULL,
  id                  uuid NOT NULL,
  enrolment_id        uuid NOT NULL,
  student_id          uuid NOT NULL,
  school_id           uuid NOT NULL,
  staff_school_id     uuid,
  class_id            uuid,
  student_name        text COLLATE "und-x-icu" NOT NULL,
  -- In the school's time zone, with the moment of its end.
  day                 date NOT NULL,
  day_ends_at         timestamptz NOT NULL,
  state               text NOT NULL,
  note                text COLLATE "und-x-icu",
  estimated_minutes   int,
  -- Who did it, by name.
  requested_at        timestamptz NOT NULL,
  requested_by        text COLLATE "und-x-icu" NOT NULL,
  ready_at            timestamptz,
  ready_by            text COLLATE "und-x-icu",
  confirmed_at        timestamptz,
  confirmed_by        text COLLATE "und-x-icu",
  handed_to           text COLLATE "und-x-icu",
  cancelled_at        timestamptz,
  cancelled_by        text COLLATE "und-x-icu",
  cancellation_reason text COLLATE "und-x-icu",
  reopened_at         timestamptz,
  reopened_by         text COLLATE "und-x-icu",
  reopening_reason    text COLLATE "und-x-icu",
  expired_at          timestamptz,
  created_at          timestamptz NOT NULL DEFAULT now(),
  updated_at          timestamptz NOT NULL DEFAULT now(),
  version             int NOT NULL DEFAULT 1,
  CONSTRAINT dismissals_key PRIMARY KEY (family_id, id),
  CONSTRAINT dismissals_state CHECK (state IN ('REQUESTED', 'READY', 'CONFIRMED', 'CANCELLED', 'EXPIRED')),
  CONSTRAINT dismissals_note CHECK (length(note) BETWEEN 1 AND 500),
  CONSTRAINT dismissals_minutes CHECK (estimated_minutes BETWEEN 0 AND 600),
  CONSTRAINT dismissals_names CHECK (
    length(student_name) <= 200 AND length(requested_by) <= 200 AND length(ready_by) <= 200 AND length(confirmed_by) <= 200
    AND length(handed_to) <= 200 AND length(cancelled_by) <= 200 AND length(reopened_by) <= 200),
  CONSTRAINT dismissals_reasons CHECK (length(cancellation_reason) <= 500 AND length(reopening_reason) <= 500)
);
-- At most one is open, under any race.
CREATE UNIQUE INDEX dismissals_open ON dismissals (family_id, student_id, day) WHERE state IN ('REQUESTED', 'READY');
CREATE INDEX dismissals_by_day ON dismissals (family_id, day, id);
CREATE INDEX dismissals_by_enrolment ON dismissals (family_id, enrolment_id, day);
CREATE INDEX dismissals_of_class ON dismissals (class_id, day) WHERE class_id IS NOT NULL;
CREATE INDEX dismissals_of_school ON dismissals (staff_school_id, day) WHERE staff_school_id IS NOT NULL;
-- For those who watch.
CREATE INDEX dismissals_lately ON dismissals (family_id, updated_at);
CREATE INDEX dismissals_of_class_lately ON dismissals (class_id, updated_at) WHERE class_id IS NOT NULL;
CREATE INDEX dismissals_of_school_lately ON dismissals (staff_school_id, updated_at) WHERE staff_school_id IS NOT NULL;
CREATE INDEX dismissals_ending ON dismissals (day_ends_at) WHERE state IN ('REQUESTED', 'READY');
CREATE UNIQUE INDEX enrolments_once ON enrolments (family_id, student_id, school_id) WHERE state <> 'ENDED';
CREATE INDEX enrolments_by_student ON enrolments (family_id, student_id);
CREATE INDEX enrolments_of_class ON enrolments (class_id) WHERE class_id IS NOT NULL;
CREATE INDEX enrolments_of_school ON enrolments (staff_school_id, student_number) WHERE staff_school_id IS NOT NULL;
CREATE INDEX pickup_guardians_by_member ON pickup_guardians (family_id, member_id);
CREATE INDEX pickup_guardians_of_class ON pickup_guardians (class_id) WHERE class_id IS NOT NULL;
CREATE INDEX pickup_guardians_of_school ON pickup_guardians (staff_school_id) WHERE staff_school_id IS NOT NULL;
CREATE INDEX collectors_by_enrolment ON collectors (family_id, enrolment_id);
CREATE INDEX collectors_of_class ON collectors (class_id) WHERE class_id IS NOT NULL;
CREATE INDEX collectors_of_school ON collectors (staff_school_id) WHERE staff_school_id IS NOT NULL;
CREATE INDEX school_students_by_class ON school_students (school_id, class_id);

ALTER TABLE school_students ADD CONSTRAINT school_students_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE school_students ADD CONSTRAINT school_students_class
  FOREIGN KEY (school_id, class_id) REFERENCES school_classes (school_id, id);
ALTER TABLE enrolments ADD CONSTRAINT enrolments_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE enrolments ADD CONSTRAINT enrolments_student
  FOREIGN KEY (family_id, student_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
ALTER TABLE enrolments ADD CONSTRAINT enrolments_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE enrolments ADD CONSTRAINT enrolments_staff_school
  FOREIGN KEY (staff_school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE enrolments ADD CONSTRAINT enrolments_school_class
  FOREIGN KEY (school_id, class_id) REFERENCES school_classes (school_id, id);
ALTER TABLE enrolments ADD CONSTRAINT enrolments_wanted_class
  FOREIGN KEY (school_id, wanted_class_id) REFERENCES school_classes (school_id, id);
ALTER TABLE pickup_guardians ADD CONSTRAINT pickup_guardians_enrolment
  FOREIGN KEY (family_id, enrolment_id) REFERENCES enrolments (family_id, id) ON DELETE CASCADE;
ALTER TABLE pickup_guardians ADD CONSTRAINT pickup_guardians_member
  FOREIGN KEY (family_id, member_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
ALTER TABLE pickup_guardians ADD CONSTRAINT pickup_guardians_staff_school
  FOREIGN KEY (staff_school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE pickup_guardians ADD CONSTRAINT pickup_guardians_class
  FOREIGN KEY (staff_school_id, class_id) REFERENCES school_classes (school_id, id);
ALTER TABLE collectors ADD CONSTRAINT collectors_enrolment
  FOREIGN KEY (family_id, enrolment_id) REFERENCES enrolments (family_id, id) ON DELETE CASCADE;
ALTER TABLE collectors ADD CONSTRAINT collectors_staff_school
  FOREIGN KEY (staff_school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE collectors ADD CONSTRAINT collectors_class
  FOREIGN KEY (staff_school_id, class_id) REFERENCES school_classes (school_id, id);
ALTER TABLE dismissals ADD CONSTRAINT dismissals_enrolment
  FOREIGN KEY (family_id, enrolment_id) REFERENCES enrolments (family_id, id) ON DELETE CASCADE;
ALTER TABLE dismissals ADD CONSTRAINT dismissals_student
  FOREIGN KEY (family_id, student_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
ALTER TABLE dismissals ADD CONSTRAINT dismissals_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE dismissals ADD CONSTRAINT dismissals_staff_school
  FOREIGN KEY (staff_school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE dismissals ADD CONSTRAINT dismissals_class
  FOREIGN KEY (staff_school_id, class_id) REFERENCES school_classes (school_id, id);

ALTER TABLE school_students  ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE enrolments       ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE pickup_guardians ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE collectors       ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE dismissals       ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON enrolments TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON pickup_guardians TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON collectors TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON dismissals TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY school_staff ON school_students TO hatched_app
  USING (school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]))
  WITH CHECK (school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]));
CREATE POLICY class_staff ON school_students FOR SELECT TO hatched_app
  USING (class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]));
CREATE POLICY school_staff ON enrolments FOR SELECT TO hatched_app
  USING (staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]));
CREATE POLICY class_staff ON enrolments FOR SELECT TO hatched_app
  USING (class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]));
CREATE POLICY school_staff ON pickup_guardians FOR SELECT TO hatched_app
  USING (staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]));
CREATE POLICY class_staff ON pickup_guardians FOR SELECT TO hatched_app
  USING (class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]));
CREATE POLICY school_staff ON collectors FOR SELECT TO hatched_app
  USING (staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]));
CREATE POLICY class_staff ON collectors FOR SELECT TO hatched_app
  USING (class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]));
CREATE POLICY school_staff ON dismissals TO hatched_app
  USING (staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]))
  WITH CHECK (staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]));
CREATE POLICY class_staff ON dismissals TO hatched_app
  USING (class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]))
  WITH CHECK (class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]));
-- Enrolments and guardians are changed by functions, which compare both sides.
GRANT SELECT ON enrolments, pickup_guardians TO hatched_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON collectors TO hatched_app;
GRANT SELECT, INSERT, UPDATE ON dismissals TO hatched_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON school_students TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, enrolment_id, staff_school_id, class_id, created_at ON collectors
  EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, enrolment_id, student_id, school_id, staff_school_id, class_id,
  student_name, day, day_ends_at, created_at ON dismissals EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER fixed_columns BEFORE UPDATE OF school_id, id, created_at ON school_students EXECUTE FUNCTION refuse_fixed_columns();

-- What a row says of its enrolment is the enrolment's, whatever the statement says.
CREATE FUNCTION copy_enrolment() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  source public.enrolments;
BEGIN
  SELECT * INTO source FROM public.enrolments WHERE family_id = NEW.family_id AND id = NEW.enrolment_id;
  -- Without one the foreign key refuses the row.
  IF NOT FOUND THEN RETURN NEW; END IF;
  NEW.staff_school_id := source.staff_school_id;
  NEW.class_id := source.class_id;
  IF TG_TABLE_NAME = 'dismissals' THEN
    NEW.student_id := source.student_id;
    NEW.school_id := source.school_id;
    NEW.student_name := source.student_name;
  ELSIF TG_TABLE_NAME = 'collectors' AND EXISTS (
    SELECT 1 FROM public.pickup_guardians barred
    JOIN public.members ON members.family_id = barred.family_id AND members.id = barred.member_id
    WHERE barred.family_id = NEW.family_id AND barred.enrolment_id = NEW.enrolment_id AND barred.is_barred
      AND members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
  ) THEN
    RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = 'collectors_barred';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER copied BEFORE INSERT ON collectors FOR EACH ROW EXECUTE FUNCTION copy_enrolment();
CREATE TRIGGER copied BEFORE INSERT ON dismissals FOR EACH ROW EXECUTE FUNCTION copy_enrolment();
CREATE TRIGGER copied BEFORE INSERT ON pickup_guardians FOR EACH ROW EXECUTE FUNCTION copy_enrolment();
CREATE FUNCTION copy_enrolment_on() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (OLD.staff_school_id, OLD.class_id, OLD.student_name) IS NOT DISTINCT FROM (NEW.staff_school_id, NEW.class_id, NEW.student_name)
  THEN RETURN NULL; END IF;
  UPDATE public.pickup_guardians SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id
  WHERE family_id = NEW.family_id AND enrolment_id = NEW.id;
  UPDATE public.collectors SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id
  WHERE family_id = NEW.family_id AND enrolment_id = NEW.id;
  UPDATE public.dismissals SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id, student_name = NEW.student_name
  WHERE family_id = NEW.family_id AND enrolment_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER copied_on AFTER UPDATE OF staff_school_id, class_id, student_name ON enrolments FOR EACH ROW
  EXECUTE FUNCTION copy_enrolment_on();

-- Names of members, as the family changes them, and parents as they come.
CREATE FUNCTION copy_member() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.role = 'STUDENT' THEN
    UPDATE public.enrolments SET student_name = NEW.name, version = version + 1, updated_at = now()
    WHERE family_id = NEW.family_id AND student_id = NEW.id AND student_name <> NEW.name;
    RETURN NULL;
  END IF;
  INSERT INTO public.pickup_guardians (family_id, enrolment_id, member_id, name)
  SELECT NEW.family_id, enrolments.id, NEW.id, NEW.name FROM public.enrolments
  WHERE enrolments.family_id = NEW.family_id AND enrolments.state <> 'ENDED'
  ON CONFLICT ON CONSTRAINT pickup_guardians_once
  DO UPDATE SET name = EXCLUDED.name, version = pickup_guardians.version + 1, updated_at = EXCLUDED.updated_at
  WHERE pickup_guardians.name <> EXCLUDED.name;
  RETURN NULL;
END
$$;
CREATE TRIGGER copied_on AFTER INSERT OR UPDATE OF name, role ON members FOR EACH ROW EXECUTE FUNCTION copy_member();

-- Versions: of the family, and of the class before and after; of the school for what is in no class.
CREATE FUNCTION bump_pickup() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  homes uuid[];
  places uuid[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(DISTINCT rows.family_id), array_agg(DISTINCT rows.place) INTO homes, places FROM (
      SELECT changed.family_id, coalesce(changed.class_id, changed.staff_school_id) AS place FROM changed
      UNION SELECT former.family_id, coalesce(former.class_id, former.staff_school_id) FROM former
    ) AS rows;
  ELSE
    SELECT array_agg(DISTINCT rows.family_id), array_agg(DISTINCT rows.place) INTO homes, places FROM (
      SELECT changed.family_id, coalesce(changed.class_id, changed.staff_school_id) AS place FROM changed
    ) AS rows;
  END IF;
  UPDATE public.family_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.family_id FROM public.family_versions versions
    WHERE versions.family_id = ANY (homes) AND versions.part = 'FAMILY' ORDER BY versions.family_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.family_id = locked.family_id AND known.part = 'FAMILY' AND known.changed_in <> pg_current_xact_id();
  PERFORM public.bump_places(places);
  RETURN NULL;
END
$$;
CREATE FUNCTION bump_roll() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM public.bump_places(ARRAY(
      SELECT coalesce(changed.class_id, changed.school_id) FROM changed
      UNION SELECT coalesce(former.class_id, former.school_id) FROM former));
  ELSE
    PERFORM public.bump_places(ARRAY(SELECT DISTINCT coalesce(changed.class_id, changed.school_id) FROM changed));
  END IF;
  RETURN NULL;
END
$$;
CREATE FUNCTION track_pickup_versions(tracked regclass, bump text, scope text) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER bump_added AFTER INSERT ON %s REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_changed AFTER UPDATE ON %s REFERENCING NEW TABLE AS changed OLD TABLE AS former
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_removed AFTER DELETE ON %s REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_moved AFTER UPDATE OF %I ON %s FOR EACH ROW WHEN (OLD.%1$I <> NEW.%1$I)
    EXECUTE FUNCTION public.bump_all()', scope, tracked);
  EXECUTE format('CREATE TRIGGER bump_emptied AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION public.bump_all()', tracked);
END
$$;
SELECT
  track_pickup_versions('enrolments', 'bump_pickup', 'family_id'), track_pickup_versions('collectors', 'bump_pickup', 'family_id'),
  track_pickup_versions('pickup_guardians', 'bump_pickup', 'family_id'),
  track_pickup_versions('dismissals', 'bump_pickup', 'family_id'), track_pickup_versions('school_students', 'bump_roll', 'school_id');
SELECT track_usage('collectors'), track_usage('dismissals', oldest => 'created_at', sampled => true), track_usage('enrolments');
SELECT
  track_changes('enrolments', 'Enrolment', '{FamilyMember,student_id}'),
  track_changes('collectors', 'Collector', '{Enrolment,enrolment_id}'),
  track_changes('dismissals', 'Dismissal', '{FamilyMember,student_id}');

-- Enrolments. The functions return as those of 0051_schools.sql do, and 'CLASS' where the school has no such class.

-- The family in scope is locked.
CREATE FUNCTION enroll_student(enrolment uuid, student uuid, school uuid, wanted uuid, number text, gender text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  student_name text := (
    SELECT members.name FROM public.members WHERE members.family_id = home AND members.id = student AND members.role = 'STUDENT');
  listed public.school_students;
BEGIN
  IF student_name IS NULL OR NOT EXISTS (
    SELECT 1 FROM public.school_families known WHERE known.family_id = home AND known.school_id = school
  ) THEN RETURN 'NONE'; END IF;
  IF wanted IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM public.school_classes classes WHERE classes.school_id = school AND classes.id = wanted
  ) THEN RETURN 'CLASS'; END IF;
  IF EXISTS (
    SELECT 1 FROM public.enrolments known
    WHERE known.family_id = home AND known.student_id = student AND known.school_id = school AND known.state <> 'ENDED'
  ) THEN RETURN 'KNOWN'; END IF;
  -- Whom the school has on its roll by this number and name is confirmed, unless somebody else is enrolled by the number.
  SELECT * INTO listed FROM public.school_students roll
  WHERE roll.school_id = school AND roll.student_number = number AND lower(roll.name) = lower(student_name)
    AND NOT EXISTS (
      SELECT 1 FROM public.enrolments other
      WHERE other.staff_school_id = school AND other.student_number = number AND other.state = 'CONFIRMED')
  FOR UPDATE;
  INSERT INTO public.enrolments (
    family_id, id, student_id, school_id, staff_school_id, class_id, wanted_class_id, student_name, student_number, gender, state)
  VALUES (
    home, enrolment, student, school, school, listed.class_id, wanted, student_name, number, gender,
    CASE WHEN listed.id IS NULL THEN 'PENDING' ELSE 'CONFIRMED' END);
  INSERT INTO public.pickup_guardians (family_id, enrolment_id, member_id, name)
  SELECT home, enrolment, members.id, members.name FROM public.members WHERE members.family_id = home AND members.role = 'PARENT';
  RETURN 'DONE';
END
$$;

-- Locks the families of enrolments, of guardians and of dismissals that the account in scope sees as staff, and then bumps the
-- versions of their classes, in order: the statements that follow may come to them in any. Staff then change the rows as a family's own
-- member does, under its lock.
CREATE FUNCTION lock_families_as_staff(enrolled uuid[], guarding uuid[], open uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  staffed uuid[] := nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[];
  taught uuid[] := nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[];
  homes uuid[];
  places uuid[];
BEGIN
  SELECT array_agg(DISTINCT seen.family_id), array_agg(DISTINCT seen.place) INTO homes, places FROM (
    SELECT rows.family_id, coalesce(rows.class_id, rows.staff_school_id) AS place FROM public.enrolments rows
    WHERE rows.id = ANY (enrolled) AND (rows.staff_school_id = ANY (staffed) OR rows.class_id = ANY (taught))
    UNION SELECT rows.family_id, coalesce(rows.class_id, rows.staff_school_id) FROM public.pickup_guardians rows
    WHERE rows.id = ANY (guarding) AND (rows.staff_school_id = ANY (staffed) OR rows.class_id = ANY (taught))
    UNION SELECT rows.family_id, coalesce(rows.class_id, rows.staff_school_id) FROM public.dismissals rows
    WHERE rows.id = ANY (open) AND (rows.staff_school_id = ANY (staffed) OR rows.class_id = ANY (taught))
  ) AS seen;
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  PERFORM public.bump_places(places);
END
$$;
CREATE INDEX enrolments_by_id ON enrolments (id) WHERE staff_school_id IS NOT NULL;
CREATE INDEX dismissals_by_id ON dismissals (id) WHERE staff_school_id IS NOT NULL;
CREATE INDEX pickup_guardians_by_id ON pickup_guardians (id) WHERE staff_school_id IS NOT NULL;

-- Confirms an enrolment, or gives it another class, as an administrator of its school. The family is locked.
CREATE FUNCTION place_enrolment(enrolment uuid, class uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  places uuid[] := nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[];
  known public.enrolments;
BEGIN
  SELECT * INTO known FROM public.enrolments rows WHERE rows.id = enrolment AND rows.staff_school_id = ANY (places);
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF NOT EXISTS (
    SELECT 1 FROM public.school_classes classes WHERE classes.school_id = known.school_id AND classes.id = coalesce(class, known.wanted_class_id)
  ) THEN RETURN 'CLASS'; END IF;
  UPDATE public.enrolments
  SET state = 'CONFIRMED', class_id = coalesce(class, known.wanted_class_id), version = version + 1, updated_at = now()
  WHERE family_id = known.family_id AND id = enrolment;
  RETURN 'DONE';
END
$$;
-- Ends an enrolment, as its family or as an administrator of its school: open dismissals are cancelled, and the school sees nothing of
-- it any more. The family is locked.
CREATE FUNCTION end_enrolment(enrolment uuid, ended_by text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known public.enrolments;
BEGIN
  SELECT * INTO known FROM public.enrolments rows
  WHERE rows.id = enrolment AND rows.state <> 'ENDED'
    AND (rows.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
      OR rows.staff_school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]));
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  UPDATE public.dismissals
  SET state = 'CANCELLED', cancelled_at = now(), cancelled_by = ended_by, cancellation_reason = 'The enrolment ended.',
    version = version + 1, updated_at = now()
  WHERE family_id = known.family_id AND enrolment_id = enrolment AND state IN ('REQUESTED', 'READY');
  UPDATE public.enrolments
  SET state = 'ENDED', ended_at = now(), staff_school_id = NULL, class_id = NULL, version = version + 1, updated_at = now()
  WHERE family_id = known.family_id AND id = enrolment;
  RETURN 'DONE';
END
$$;
-- Says for a day whether students are absent, as staff. The families are locked. Returns how many there are.
CREATE FUNCTION mark_absence(enrolled uuid[], is_absent boolean) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  staffed uuid[] := nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[];
  taught uuid[] := nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[];
  marked int;
BEGIN
  UPDATE public.enrolments AS known
  SET absent_on = CASE WHEN is_absent THEN days.day END, version = known.version + 1, updated_at = now()
  FROM (SELECT schools.id, (now() AT TIME ZONE schools.time_zone)::date AS day FROM public.schools) AS days
  WHERE days.id = known.school_id AND known.id = ANY (enrolled)
    AND (known.staff_school_id = ANY (staffed) OR known.class_id = ANY (taught));
  GET DIAGNOSTICS marked = ROW_COUNT;
  RETURN marked;
END
$$;
-- Bars a person of the family from having the student, or no more, as an administrator. The family is locked.
CREATE FUNCTION bar_guardian(guardian uuid, barred boolean) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.pickup_guardians AS known SET is_barred = barred, version = known.version + 1, updated_at = now()
  WHERE known.id = guardian
    AND known.staff_school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]);
  RETURN CASE WHEN FOUND THEN 'DONE' ELSE 'NONE' END;
END
$$;

-- What a dismissal of an enrolment today needs to know of the school: its day with its end, and whether parents may ask now. Of the
-- family in scope, or as staff.
CREATE FUNCTION pickup_days(enrolled uuid[])
RETURNS TABLE (enrolment_id uuid, day date, day_ends_at timestamptz, is_open boolean, is_absent boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  staffed uuid[] := nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[];
  taught uuid[] := nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[];
BEGIN
  RETURN QUERY
    SELECT rows.id, clock.today::date, (clock.today::date + 1)::timestamp AT TIME ZONE schools.time_zone,
      schools.pickup_from IS NULL OR clock.today::time BETWEEN schools.pickup_from AND schools.pickup_until,
      rows.absent_on IS NOT DISTINCT FROM clock.today::date
    FROM public.enrolments rows
    JOIN public.schools ON schools.id = rows.school_id
    CROSS JOIN LATERAL (SELECT now() AT TIME ZONE schools.time_zone AS today) AS clock
    WHERE rows.id = ANY (enrolled) AND rows.state = 'CONFIRMED'
      AND (rows.family_id = home OR rows.staff_school_id = ANY (staffed) OR rows.class_id = ANY (taught));
END
$$;

-- Marks what is open from days that have ended as expired, of the next families; returns how many dismissals. A read says so before.
CREATE FUNCTION expire_dismissals(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  homes uuid[];
  expired int;
BEGIN
  homes := ARRAY(
    SELECT DISTINCT ending.family_id FROM (
      SELECT open.family_id FROM public.dismissals open
      WHERE open.state IN ('REQUESTED', 'READY') AND open.day_ends_at <= now() ORDER BY open.day_ends_at LIMIT at_once
    ) AS ending);
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  UPDATE public.dismissals AS open SET state = 'EXPIRED', expired_at = open.day_ends_at, version = open.version + 1, updated_at = now()
  WHERE open.family_id = ANY (homes) AND open.state IN ('REQUESTED', 'READY') AND open.day_ends_at <= now();
  GET DIAGNOSTICS expired = ROW_COUNT;
  RETURN expired;
END
$$;

-- With the ends of school days, of what is open in the scope.
CREATE OR REPLACE FUNCTION next_boundary() RETURNS timestamptz
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
    ),
    (
      SELECT min(open.day_ends_at) FROM public.dismissals open
      WHERE open.family_id = scope AND open.day_ends_at > now() AND open.state IN ('REQUESTED', 'READY')
    ),
    (
      SELECT min(open.day_ends_at) FROM public.dismissals open
      WHERE open.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[])
        AND open.day_ends_at > now() AND open.state IN ('REQUESTED', 'READY')
    ),
    (
      SELECT min(open.day_ends_at) FROM public.dismissals open
      WHERE open.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])
        AND open.day_ends_at > now() AND open.state IN ('REQUESTED', 'READY')
    ));
END
$$;

REVOKE ALL ON FUNCTION
  copy_enrolment(), copy_enrolment_on(), copy_member(), bump_pickup(), bump_roll(), track_pickup_versions(regclass, text, text),
  enroll_student(uuid, uuid, uuid, uuid, text, text), lock_families_as_staff(uuid[], uuid[], uuid[]), place_enrolment(uuid, uuid),
  end_enrolment(uuid, text), mark_absence(uuid[], boolean), bar_guardian(uuid, boolean), pickup_days(uuid[]), expire_dismissals(int)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  enroll_student(uuid, uuid, uuid, uuid, text, text), lock_families_as_staff(uuid[], uuid[], uuid[]), place_enrolment(uuid, uuid),
  end_enrolment(uuid, text), mark_absence(uuid[], boolean), bar_guardian(uuid, boolean), pickup_days(uuid[])
TO hatched_app;
GRANT EXECUTE ON FUNCTION expire_dismissals(int) TO hatched_worker;
