-- What a school keeps of a student's pickup when the family has ended the enrolment or deleted it: whom the school had barred, the
-- dismissals of the last 90 days, also one that was open, and its notices. The rows are the school's: they have the names of then, and
-- lead to no row of the family.

CREATE TABLE pickup_records (
  school_id      uuid NOT NULL,
  -- That of the row that it is a copy of.
  id             uuid NOT NULL,
  -- The class of then, whose staff see it.
  class_id       uuid,
  kind           text NOT NULL,
  student_name   text COLLATE "und-x-icu" NOT NULL,
  student_number text COLLATE "C" NOT NULL,
  class_name     text COLLATE "und-x-icu",
  -- The person who is barred, or whom a notice is about.
  person_name    text COLLATE "und-x-icu",
  -- The state of a dismissal, or the kind of a notice.
  state          text COLLATE "C",
  day            date,
  requested_at   timestamptz,
  requested_by   text COLLATE "und-x-icu",
  ready_at       timestamptz,
  ready_by       text COLLATE "und-x-icu",
  confirmed_at   timestamptz,
  confirmed_by   text COLLATE "und-x-icu",
  handed_to      text COLLATE "und-x-icu",
  cancelled_at   timestamptz,
  cancelled_by   text COLLATE "und-x-icu",
  -- When it happened.
  happened_at    timestamptz NOT NULL,
  -- Of a bar: the enrolment and the account. No field shows them: they keep from the account what it was not to see.
  enrolment_id   uuid,
  account        uuid,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pickup_records_key PRIMARY KEY (school_id, id),
  CONSTRAINT pickup_records_kind CHECK (kind IN ('BAR', 'DISMISSAL', 'NOTICE')),
  CONSTRAINT pickup_records_names CHECK (
    length(student_name) <= 200 AND length(class_name) <= 200 AND length(person_name) <= 200 AND length(requested_by) <= 200
    AND length(ready_by) <= 200 AND length(confirmed_by) <= 200 AND length(handed_to) <= 200 AND length(cancelled_by) <= 200),
  CONSTRAINT pickup_records_number CHECK (length(student_number) <= 50)
);
ALTER TABLE pickup_records ADD CONSTRAINT pickup_records_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
CREATE INDEX pickup_records_by_date ON pickup_records (school_id, happened_at DESC, id);
CREATE INDEX pickup_records_of_class ON pickup_records (class_id, happened_at DESC) WHERE class_id IS NOT NULL;
CREATE INDEX pickup_records_of_account ON pickup_records (account) WHERE account IS NOT NULL;
CREATE INDEX pickup_records_by_age ON pickup_records (happened_at) WHERE kind <> 'BAR';

ALTER TABLE pickup_records ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY school_staff ON pickup_records FOR SELECT TO hatched_app
  USING (school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]));
CREATE POLICY class_staff ON pickup_records FOR SELECT TO hatched_app
  USING (class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]));
GRANT SELECT ON pickup_records TO hatched_app;
SELECT track_pickup_versions('pickup_records', 'bump_roll', 'school_id');

-- Copies what the schools keep of enrolments of a family. What was copied before keeps its class, which an enrolment that has ended shows
-- no more; a dismissal takes the steps that it made since, as one of a student whose barred parent left the family before.
CREATE FUNCTION keep_pickup_records(home uuid, enrolled uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.pickup_records AS copied (
    school_id, id, class_id, kind, student_name, student_number, class_name, person_name, state, day, requested_at, requested_by,
    ready_at, ready_by, confirmed_at, confirmed_by, handed_to, cancelled_at, cancelled_by, happened_at, enrolment_id, account)
  SELECT rows.school_id, kept.id, kept.class_id, kept.kind, rows.student_name, rows.student_number, classes.name, kept.person_name,
    kept.state, kept.day, kept.requested_at, kept.requested_by, kept.ready_at, kept.ready_by, kept.confirmed_at, kept.confirmed_by,
    kept.handed_to, kept.cancelled_at, kept.cancelled_by, kept.happened_at, kept.enrolment_id, kept.account
  FROM (
    SELECT guardians.enrolment_id AS enrolled_id, guardians.id, guardians.class_id, 'BAR' AS kind, guardians.name AS person_name,
      NULL::text AS state, NULL::date AS day, NULL::timestamptz AS requested_at, NULL::text AS requested_by,
      NULL::timestamptz AS ready_at, NULL::text AS ready_by, NULL::timestamptz AS confirmed_at, NULL::text AS confirmed_by,
      NULL::text AS handed_to, NULL::timestamptz AS cancelled_at, NULL::text AS cancelled_by, guardians.updated_at AS happened_at,
      guardians.enrolment_id, persons.account_id AS account
    FROM public.pickup_guardians guardians
    LEFT JOIN public.members persons ON persons.family_id = guardians.family_id AND persons.id = guardians.member_id
    WHERE guardians.family_id = home AND guardians.enrolment_id = ANY (enrolled) AND guardians.is_barred
    UNION ALL
    SELECT past.enrolment_id, past.id, past.class_id, 'DISMISSAL', NULL, past.state, past.day, past.requested_at, past.requested_by,
      past.ready_at, past.ready_by, past.confirmed_at, past.confirmed_by, past.handed_to, past.cancelled_at, past.cancelled_by,
      past.requested_at, NULL, NULL
    FROM public.dismissals past
    WHERE past.family_id = home AND past.enrolment_id = ANY (enrolled) AND past.requested_at > now() - interval '90 days'
    UNION ALL
    SELECT told.enrolment_id, told.id, told.class_id, 'NOTICE', told.person_name, told.kind, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
      NULL, NULL, NULL, told.created_at, NULL, NULL
    FROM public.school_notices told
    WHERE told.family_id = home AND told.enrolment_id = ANY (enrolled) AND told.created_at > now() - interval '90 days'
  ) AS kept
  JOIN public.enrolments rows ON rows.family_id = home AND rows.id = kept.enrolled_id
  LEFT JOIN public.school_classes classes ON classes.school_id = rows.school_id AND classes.id = kept.class_id
  ORDER BY kept.id
  ON CONFLICT ON CONSTRAINT pickup_records_key DO UPDATE SET
    state = EXCLUDED.state, ready_at = EXCLUDED.ready_at, ready_by = EXCLUDED.ready_by, confirmed_at = EXCLUDED.confirmed_at,
    confirmed_by = EXCLUDED.confirmed_by, handed_to = EXCLUDED.handed_to, cancelled_at = EXCLUDED.cancelled_at,
    cancelled_by = EXCLUDED.cancelled_by
  WHERE copied.kind = 'DISMISSAL' AND (copied.state, copied.ready_at, copied.confirmed_at, copied.cancelled_at)
    IS DISTINCT FROM (EXCLUDED.state, EXCLUDED.ready_at, EXCLUDED.confirmed_at, EXCLUDED.cancelled_at);
END
$$;

-- Refuses a parent whom a school has barred from a student of the family to end, hide or move it, or to put another member out: whatever
-- statement does it. Of a family's own changes: staff act in no family.
CREATE FUNCTION refuse_barred() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  IF OLD.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid AND account IS NOT NULL THEN
    IF TG_TABLE_NAME = 'members' THEN
      IF OLD.account_id IS DISTINCT FROM account AND EXISTS (SELECT 1 FROM public.barred_enrolments(OLD.family_id)) THEN
        RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = 'members_barred';
      END IF;
    ELSIF OLD.state <> 'ENDED' AND EXISTS (SELECT 1 FROM public.barred_enrolments(OLD.family_id) barred WHERE barred.id = OLD.id) THEN
      RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = 'enrolments_barred';
    END IF;
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;
-- Keeps what a school keeps before rows go, which take others along.
CREATE FUNCTION keep_before_removal() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'enrolments' THEN
    PERFORM public.keep_pickup_records(OLD.family_id, ARRAY[OLD.id]);
  ELSIF OLD.role = 'STUDENT' THEN
    PERFORM public.keep_pickup_records(OLD.family_id, ARRAY(
      SELECT rows.id FROM public.enrolments rows WHERE rows.family_id = OLD.family_id AND rows.student_id = OLD.id));
  ELSE
    -- A parent takes along that it was barred.
    PERFORM public.keep_pickup_records(OLD.family_id, ARRAY(
      SELECT guardians.enrolment_id FROM public.pickup_guardians guardians
      WHERE guardians.family_id = OLD.family_id AND guardians.member_id = OLD.id AND guardians.is_barred));
  END IF;
  RETURN OLD;
END
$$;
CREATE FUNCTION keep_after_end() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.keep_pickup_records(NEW.family_id, ARRAY[NEW.id]);
  RETURN NEW;
END
$$;
-- In the order of their names: who is refused leaves nothing.
CREATE TRIGGER barred_refused BEFORE DELETE OR UPDATE OF role ON members FOR EACH ROW EXECUTE FUNCTION refuse_barred();
CREATE TRIGGER barred_refused BEFORE DELETE ON enrolments FOR EACH ROW EXECUTE FUNCTION refuse_barred();
CREATE TRIGGER barred_refused_end BEFORE UPDATE OF state ON enrolments FOR EACH ROW WHEN (NEW.state = 'ENDED') EXECUTE FUNCTION refuse_barred();
CREATE TRIGGER kept_for_school BEFORE DELETE ON members FOR EACH ROW EXECUTE FUNCTION keep_before_removal();
CREATE TRIGGER kept_for_school BEFORE DELETE ON enrolments FOR EACH ROW EXECUTE FUNCTION keep_before_removal();
-- Before the end takes the class off the rows.
CREATE TRIGGER kept_for_school_end BEFORE UPDATE OF state ON enrolments FOR EACH ROW
  WHEN (NEW.state = 'ENDED' AND OLD.state <> 'ENDED') EXECUTE FUNCTION keep_after_end();

-- As in 0045_students_keep.sql: not by a parent whom a school has barred from a student of the family; and what schools keep is copied
-- first, since the one statement deletes rows in no order.
CREATE OR REPLACE FUNCTION delete_family() RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  scope uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  doomed uuid;
  parts text;
BEGIN
  SELECT own.family_id INTO doomed FROM public.members own
  WHERE own.family_id = scope AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
    AND (own.role = 'PARENT' OR (SELECT count(*) FROM public.members WHERE members.family_id = scope) = 1);
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT 1 FROM public.barred_enrolments(doomed)) THEN
    RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = 'families_barred';
  END IF;
  PERFORM public.keep_pickup_records(doomed, ARRAY(SELECT rows.id FROM public.enrolments rows WHERE rows.family_id = doomed));
  -- no_courses AS (DELETE FROM public.courses AS t WHERE t.family_id = $1), …
  SELECT string_agg(
    format('%I AS (DELETE FROM public.%I AS t WHERE t.family_id = $1)', 'no_' || relname, relname), ', ' ORDER BY relname)
  INTO parts
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'family_id' AND NOT attisdropped
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'families';
  RETURN QUERY EXECUTE
    format('WITH %s DELETE FROM public.families AS t WHERE t.family_id = $1 RETURNING t.family_id', parts) USING doomed;
END
$$;

-- Forgets records of dismissals and notices after 90 days: returns how many. Bars stay as long as the school.
CREATE FUNCTION forget_pickup_records(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  forgotten int;
BEGIN
  DELETE FROM public.pickup_records AS old
  USING (
    SELECT records.school_id, records.id FROM public.pickup_records records
    WHERE records.kind <> 'BAR' AND records.happened_at < now() - interval '90 days'
    ORDER BY records.school_id, records.id LIMIT at_once FOR UPDATE SKIP LOCKED
  ) AS due
  WHERE old.school_id = due.school_id AND old.id = due.id;
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;

REVOKE ALL ON FUNCTION
  keep_pickup_records(uuid, uuid[]), refuse_barred(), keep_before_removal(), keep_after_end(), forget_pickup_records(int)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_pickup_records(int) TO hatched_worker;

-- Nor does such a parent open the family to whoever knows its code.
CREATE FUNCTION refuse_barred_policy() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
    AND EXISTS (SELECT 1 FROM public.barred_enrolments(NEW.family_id)) THEN
    RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = 'families_barred';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER barred_refused BEFORE UPDATE OF join_policy ON families FOR EACH ROW
  WHEN (NEW.join_policy IS DISTINCT FROM OLD.join_policy) EXECUTE FUNCTION refuse_barred_policy();
REVOKE ALL ON FUNCTION refuse_barred_policy() FROM PUBLIC;

-- As in 0059_course_of_dismissals.sql, and by the name that the school knew: an account that has left the family, or is deleted, may have
-- another name. Not after the bar was lifted.
CREATE OR REPLACE FUNCTION barred_name(enrolment uuid, given text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known public.enrolments;
BEGIN
  SELECT * INTO known FROM public.enrolments rows
  WHERE rows.id = enrolment AND (
    rows.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
    OR rows.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[])
    OR rows.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]));
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN (
    SELECT persons.name FROM (
      SELECT guardians.name FROM public.pickup_guardians guardians
      WHERE guardians.family_id = known.family_id AND guardians.enrolment_id = known.id AND guardians.is_barred
      UNION ALL
      SELECT accounts.name FROM public.pickup_bars bars JOIN public.accounts ON accounts.id = bars.account
      WHERE bars.school_id = known.school_id AND bars.student_number = known.student_number
      UNION ALL
      SELECT records.person_name FROM public.pickup_records records
      WHERE records.school_id = known.school_id AND records.kind = 'BAR' AND records.student_number = known.student_number AND (
        NOT EXISTS (SELECT 1 FROM public.accounts WHERE accounts.id = records.account)
        OR EXISTS (
          SELECT 1 FROM public.pickup_bars lasting
          WHERE lasting.school_id = records.school_id AND lasting.student_number = records.student_number
            AND lasting.account = records.account))
    ) AS persons
    WHERE persons.name IS NOT NULL AND public.names_person(given, persons.name)
    ORDER BY persons.name LIMIT 1);
END
$$;
