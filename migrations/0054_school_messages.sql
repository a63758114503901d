-- Regular pickup times, messages between parents and the staff of a class, who comes on a day, what parents are told of each step, and
-- how long all of it stays.

-- The times of the week at which a student is picked up.
CREATE TABLE pickup_times (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  enrolment_id    uuid NOT NULL,
  staff_school_id uuid,
  class_id        uuid,
  days            text[] NOT NULL,
  time            time NOT NULL,
  note            text COLLATE "und-x-icu",
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT pickup_times_key PRIMARY KEY (family_id, id),
  CONSTRAINT pickup_times_days CHECK (
    cardinality(days) >= 1 AND cardinality(days) <= 7
    AND days <@ ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']),
  CONSTRAINT pickup_times_note CHECK (length(note) BETWEEN 1 AND 500)
);
-- A message about a student, between its parents and the staff of its class.
CREATE TABLE class_messages (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  enrolment_id    uuid NOT NULL,
  staff_school_id uuid,
  class_id        uuid,
  is_from_staff   boolean NOT NULL,
  author_name     text COLLATE "und-x-icu" NOT NULL,
  text            text COLLATE "und-x-icu" NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT class_messages_key PRIMARY KEY (family_id, id),
  CONSTRAINT class_messages_author CHECK (length(author_name) BETWEEN 1 AND 200),
  CONSTRAINT class_messages_text CHECK (length(text) BETWEEN 1 AND 2000)
);
ALTER TABLE enrolments
  -- The person who comes for the student on one day.
  ADD COLUMN collected_by text COLLATE "und-x-icu",
  ADD COLUMN collected_on date,
  -- The parent who has enrolled the student, and so consents that the school sees it.
  ADD COLUMN consented_by text COLLATE "und-x-icu";
ALTER TABLE enrolments ADD CONSTRAINT enrolments_collected CHECK (
  (collected_by IS NULL) = (collected_on IS NULL) AND length(collected_by) <= 200);
ALTER TABLE enrolments ADD CONSTRAINT enrolments_consent CHECK (length(consented_by) <= 200);
-- When staff and parents were told that the student was still waiting.
ALTER TABLE dismissals ADD COLUMN told_at timestamptz;

CREATE INDEX pickup_times_by_enrolment ON pickup_times (family_id, enrolment_id);
CREATE INDEX pickup_times_of_class ON pickup_times (class_id) WHERE class_id IS NOT NULL;
CREATE INDEX pickup_times_of_school ON pickup_times (staff_school_id) WHERE staff_school_id IS NOT NULL;
CREATE INDEX class_messages_by_enrolment ON class_messages (family_id, enrolment_id, created_at);
CREATE INDEX class_messages_of_class ON class_messages (class_id, created_at) WHERE class_id IS NOT NULL;
CREATE INDEX class_messages_of_school ON class_messages (staff_school_id, created_at) WHERE staff_school_id IS NOT NULL;
-- For what is forgotten: rows come in the order of their time.
CREATE INDEX class_messages_by_age ON class_messages USING brin (created_at);
CREATE INDEX dismissals_by_age ON dismissals USING brin (created_at);

ALTER TABLE pickup_times ADD CONSTRAINT pickup_times_enrolment
  FOREIGN KEY (family_id, enrolment_id) REFERENCES enrolments (family_id, id) ON DELETE CASCADE;
ALTER TABLE pickup_times ADD CONSTRAINT pickup_times_staff_school
  FOREIGN KEY (staff_school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE pickup_times ADD CONSTRAINT pickup_times_class
  FOREIGN KEY (staff_school_id, class_id) REFERENCES school_classes (school_id, id);
ALTER TABLE class_messages ADD CONSTRAINT class_messages_enrolment
  FOREIGN KEY (family_id, enrolment_id) REFERENCES enrolments (family_id, id) ON DELETE CASCADE;
ALTER TABLE class_messages ADD CONSTRAINT class_messages_staff_school
  FOREIGN KEY (staff_school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE class_messages ADD CONSTRAINT class_messages_class
  FOREIGN KEY (staff_school_id, class_id) REFERENCES school_classes (school_id, id);

ALTER TABLE pickup_times   ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE class_messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON pickup_times TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON class_messages TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY school_staff ON pickup_times FOR SELECT TO hatched_app
  USING (staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]));
CREATE POLICY class_staff ON pickup_times FOR SELECT TO hatched_app
  USING (class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]));
CREATE POLICY school_staff ON class_messages TO hatched_app
  USING (staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]))
  WITH CHECK (staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]));
CREATE POLICY class_staff ON class_messages TO hatched_app
  USING (class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]))
  WITH CHECK (class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]));
GRANT SELECT, INSERT, UPDATE, DELETE ON pickup_times TO hatched_app;
GRANT SELECT, INSERT ON class_messages TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, enrolment_id, staff_school_id, class_id, created_at ON pickup_times
  EXECUTE FUNCTION refuse_fixed_columns();
SELECT
  track_pickup_versions('pickup_times', 'bump_pickup', 'family_id'),
  track_pickup_versions('class_messages', 'bump_pickup', 'family_id');
SELECT track_usage('enrolments'), track_usage('pickup_times'), track_usage('class_messages', oldest => 'created_at', sampled => true);
SELECT
  track_changes('pickup_times', 'PickupTime', '{Enrolment,enrolment_id}');

CREATE TRIGGER copied BEFORE INSERT ON pickup_times FOR EACH ROW EXECUTE FUNCTION copy_enrolment('unless barred');
CREATE TRIGGER copied BEFORE INSERT ON class_messages FOR EACH ROW EXECUTE FUNCTION copy_enrolment();
CREATE OR REPLACE FUNCTION copy_enrolment_on() RETURNS trigger
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
  UPDATE public.school_notices SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id
  WHERE family_id = NEW.family_id AND enrolment_id = NEW.id;
  UPDATE public.pickup_times SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id
  WHERE family_id = NEW.family_id AND enrolment_id = NEW.id;
  UPDATE public.class_messages SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id
  WHERE family_id = NEW.family_id AND enrolment_id = NEW.id;
  RETURN NULL;
END
$$;
-- The parent who enrols a student.
CREATE FUNCTION note_consent() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.consented_by := coalesce(NEW.consented_by, (
    SELECT members.name FROM public.members
    WHERE members.family_id = NEW.family_id AND members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid));
  RETURN NEW;
END
$$;
CREATE TRIGGER consented BEFORE INSERT ON enrolments FOR EACH ROW EXECUTE FUNCTION note_consent();

-- Says who comes for the student of an enrolment on a day, today without one: a collector whose days have it, or nobody special. By a
-- parent of the family in scope, which is locked. Returns as the functions of 0053_cards.sql do, and 'CLASS' without such a collector.
CREATE FUNCTION say_who_comes(enrolment uuid, collector uuid, given_day date) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  known public.enrolments;
  today date;
  name text;
BEGIN
  SELECT * INTO known FROM public.enrolments rows WHERE rows.family_id = home AND rows.id = enrolment AND rows.state <> 'ENDED';
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF public.is_barred_from(enrolment) THEN RETURN 'BARRED'; END IF;
  today := (SELECT (now() AT TIME ZONE schools.time_zone)::date FROM public.schools WHERE schools.id = known.school_id);
  IF given_day IS NOT NULL THEN today := given_day; END IF;
  IF collector IS NOT NULL THEN
    name := (
      SELECT persons.name FROM public.collectors persons
      WHERE persons.family_id = home AND persons.id = collector AND persons.enrolment_id = enrolment
        AND coalesce(persons.from_day, today) <= today AND coalesce(persons.until_day, today) >= today);
    IF name IS NULL THEN RETURN 'CLASS'; END IF;
  END IF;
  UPDATE public.enrolments
  SET collected_by = name, collected_on = CASE WHEN name IS NOT NULL THEN today END, version = version + 1, updated_at = now()
  WHERE family_id = home AND id = enrolment;
  RETURN 'DONE';
END
$$;

-- What parents are told. Those who have an account hear of each step of a dismissal that another person has made, but those whom the
-- school has barred from the student.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE'));
-- An id that follows those of before: UUID version 7, RFC 9562, section 5.7.
CREATE FUNCTION time_ordered_id() RETURNS uuid
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  digits text := replace(gen_random_uuid()::text, '-', '');
BEGIN
  RETURN lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || right(digits, 19);
END
$$;
CREATE FUNCTION tell_parents(home uuid, enrolment uuid, student uuid, subject text, title text, body text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.notifications (family_id, id, recipient_id, kind, title, body, student_id)
  SELECT home, public.time_ordered_id(), parents.id, subject, left(title, 300), left(body, 3000), student
  FROM public.members parents
  WHERE parents.family_id = home AND parents.role = 'PARENT' AND parents.account_id IS NOT NULL
    AND parents.account_id IS DISTINCT FROM nullif(current_setting('hatched.account_id', true), '')::uuid
    AND NOT EXISTS (
      SELECT 1 FROM public.pickup_guardians barred
      WHERE barred.family_id = home AND barred.enrolment_id = enrolment AND barred.member_id = parents.id AND barred.is_barred)
  ORDER BY parents.id;
END
$$;
CREATE FUNCTION tell_of_dismissal() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  title text;
  body text;
BEGIN
  -- Of days that have ended, such as those of a copy that is read in, there is nothing to tell.
  IF NEW.day_ends_at <= now() THEN RETURN NULL; END IF;
  CASE NEW.state
    WHEN 'REQUESTED' THEN
      IF TG_OP = 'INSERT' THEN
        title := NEW.student_name || ' was asked for';
        body := NEW.requested_by || ' asked for ' || NEW.student_name || '.';
      ELSE
        title := NEW.student_name || ' is not ready yet';
        body := NEW.student_name || ' is not at the pickup yet.';
      END IF;
    WHEN 'READY' THEN
      title := NEW.student_name || ' is ready';
      body := NEW.ready_by || ' has ' || NEW.student_name || ' at the pickup.';
    WHEN 'CONFIRMED' THEN
      title := NEW.student_name || ' was picked up';
      body := coalesce(NEW.confirmed_by || ' handed ' || NEW.student_name || ' to ' || NEW.handed_to || '.',
        NEW.confirmed_by || ' has ' || NEW.student_name || '.');
    WHEN 'CANCELLED' THEN
      title := NEW.student_name || ': the pickup was cancelled';
      body := NEW.cancelled_by || ' cancelled it' || coalesce(': ' || NEW.cancellation_reason, '.');
    ELSE RETURN NULL;
  END CASE;
  PERFORM public.tell_parents(NEW.family_id, NEW.enrolment_id, NEW.student_id, 'PICKUP', title, body);
  RETURN NULL;
END
$$;
CREATE TRIGGER told_of_new AFTER INSERT ON dismissals FOR EACH ROW EXECUTE FUNCTION tell_of_dismissal();
CREATE TRIGGER told_of_change AFTER UPDATE OF state ON dismissals FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION tell_of_dismissal();
CREATE FUNCTION tell_of_message() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known public.enrolments;
BEGIN
  IF NEW.created_at < now() - interval '1 day' THEN RETURN NULL; END IF;
  SELECT * INTO known FROM public.enrolments rows WHERE rows.family_id = NEW.family_id AND rows.id = NEW.enrolment_id;
  PERFORM public.tell_parents(
    NEW.family_id, NEW.enrolment_id, known.student_id, 'SCHOOL_MESSAGE', NEW.author_name || ' on ' || known.student_name, NEW.text);
  RETURN NULL;
END
$$;
CREATE TRIGGER told AFTER INSERT ON class_messages FOR EACH ROW WHEN (NEW.is_from_staff) EXECUTE FUNCTION tell_of_message();

-- Tells staff and parents, once, who is still waiting when a school's hours for pickup have ended, of the next families; returns how
-- many dismissals.
CREATE FUNCTION tell_who_waits(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  waiting uuid[];
  homes uuid[];
  told int;
BEGIN
  SELECT array_agg(late.id), array_agg(late.family_id) INTO waiting, homes FROM (
    SELECT open.id, open.family_id FROM public.dismissals open JOIN public.schools ON schools.id = open.staff_school_id
    WHERE open.state IN ('REQUESTED', 'READY') AND open.told_at IS NULL AND open.day_ends_at > now()
      AND (now() AT TIME ZONE schools.time_zone)::time > schools.pickup_until
    ORDER BY open.id LIMIT at_once
  ) AS late;
  IF waiting IS NULL THEN RETURN 0; END IF;
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  WITH late AS (
    UPDATE public.dismissals AS open SET told_at = now()
    WHERE open.family_id = ANY (homes) AND open.id = ANY (waiting) AND open.state IN ('REQUESTED', 'READY') AND open.told_at IS NULL
    RETURNING open.family_id, open.enrolment_id, open.student_id, open.student_name
  ), noted AS (
    INSERT INTO public.school_notices (family_id, enrolment_id, kind)
    SELECT late.family_id, late.enrolment_id, 'LEFT_WAITING' FROM late
  )
  SELECT count(public.tell_parents(
    late.family_id, late.enrolment_id, late.student_id, 'PICKUP', late.student_name || ' is still at school',
    'The school''s hours for pickup have ended, and ' || late.student_name || ' is still there.')) INTO told
  FROM late;
  RETURN told;
END
$$;

-- Forgets dismissals and messages that are older than so many days, and notices to staff after 90, of the next families; returns how
-- many rows.
CREATE FUNCTION forget_pickups(at_once int, days int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  homes uuid[];
  limits timestamptz[] := ARRAY[now() - make_interval(days => days), now() - interval '90 days'];
  gone int;
  forgotten int;
BEGIN
  homes := ARRAY(
    SELECT DISTINCT old.family_id FROM (
      (SELECT rows.family_id FROM public.dismissals rows WHERE rows.created_at < limits[1] LIMIT at_once)
      UNION ALL (SELECT rows.family_id FROM public.class_messages rows WHERE rows.created_at < limits[1] LIMIT at_once)
      UNION ALL (SELECT rows.family_id FROM public.school_notices rows WHERE rows.created_at < limits[2] LIMIT at_once)
    ) AS old ORDER BY old.family_id LIMIT at_once);
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  DELETE FROM public.dismissals rows WHERE rows.family_id = ANY (homes) AND rows.created_at < limits[1];
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  DELETE FROM public.class_messages rows WHERE rows.family_id = ANY (homes) AND rows.created_at < limits[1];
  GET DIAGNOSTICS gone = ROW_COUNT;
  forgotten := forgotten + gone;
  DELETE FROM public.school_notices rows WHERE rows.family_id = ANY (homes) AND rows.created_at < limits[2];
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN forgotten + gone;
END
$$;

REVOKE ALL ON FUNCTION
  note_consent(), say_who_comes(uuid, uuid, date), time_ordered_id(), tell_parents(uuid, uuid, uuid, text, text, text),
  tell_of_dismissal(), tell_of_message(), tell_who_waits(int), forget_pickups(int, int)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION say_who_comes(uuid, uuid, date) TO hatched_app;
GRANT EXECUTE ON FUNCTION tell_who_waits(int), forget_pickups(int, int) TO hatched_worker;
