-- The course of a dismissal: one that is open for a student, a day and a school; steps that keep what others have recorded; absent
-- students; who comes, as it holds now; and names of barred persons.

-- At most one is open at a school, under any race: another school's is none of its business.
DROP INDEX dismissals_open;
CREATE UNIQUE INDEX dismissals_open ON dismissals (family_id, student_id, school_id, day) WHERE state IN ('REQUESTED', 'READY');
-- For those who watch what is open.
CREATE INDEX dismissals_open_of_family ON dismissals (family_id) WHERE state IN ('REQUESTED', 'READY');
CREATE INDEX dismissals_open_of_class ON dismissals (class_id) WHERE class_id IS NOT NULL AND state IN ('REQUESTED', 'READY');
CREATE INDEX dismissals_open_of_school ON dismissals (staff_school_id)
  WHERE staff_school_id IS NOT NULL AND state IN ('REQUESTED', 'READY');

-- The stamps of steps that had none: `markNotReady`, and a second request, which changes the note and the minutes.
ALTER TABLE dismissals
  ADD COLUMN not_ready_at timestamptz,
  ADD COLUMN not_ready_by text COLLATE "und-x-icu",
  ADD COLUMN amended_at timestamptz,
  ADD COLUMN amended_by text COLLATE "und-x-icu";
ALTER TABLE dismissals ADD CONSTRAINT dismissals_more_names CHECK (length(not_ready_by) <= 200 AND length(amended_by) <= 200);

ALTER TABLE enrolments
  -- The moments at which the school days of `absent_on` and `collected_on` end, in its time zone.
  ADD COLUMN absence_ends_at timestamptz,
  ADD COLUMN collected_ends_at timestamptz,
  -- The collector whose name `collected_by` is. No key refers to it: a trigger follows what becomes of the collector.
  ADD COLUMN collector_id uuid;
SELECT track_usage('enrolments'), track_usage('dismissals', oldest => 'created_at', sampled => true);

-- Fills in when the days of a row end. The time zone is the school's, which no scope of a family shows.
CREATE FUNCTION date_enrolment() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  zone text := (SELECT schools.time_zone FROM public.schools WHERE schools.id = NEW.school_id);
BEGIN
  NEW.absence_ends_at := (NEW.absent_on + 1)::timestamp AT TIME ZONE zone;
  NEW.collected_ends_at := (NEW.collected_on + 1)::timestamp AT TIME ZONE zone;
  RETURN NEW;
END
$$;
CREATE TRIGGER dated BEFORE INSERT OR UPDATE OF absent_on, collected_on ON enrolments FOR EACH ROW EXECUTE FUNCTION date_enrolment();
UPDATE enrolments SET absent_on = absent_on, collector_id = (
  SELECT persons.id FROM collectors persons
  WHERE persons.family_id = enrolments.family_id AND persons.enrolment_id = enrolments.id AND persons.name = enrolments.collected_by
  ORDER BY persons.created_at, persons.id LIMIT 1)
WHERE absent_on IS NOT NULL OR collected_on IS NOT NULL;
-- Whoever was to come, and is none of the collectors any more.
UPDATE enrolments SET collected_by = NULL, collected_on = NULL WHERE collected_by IS NOT NULL AND collector_id IS NULL;
-- Before there was this rule an absent student could have an open dismissal.
UPDATE dismissals AS open
SET state = 'CANCELLED', cancelled_at = now(), cancelled_by = open.requested_by, cancellation_reason = 'The student is absent.',
  version = open.version + 1, updated_at = now()
FROM enrolments
WHERE enrolments.family_id = open.family_id AND enrolments.id = open.enrolment_id AND enrolments.absent_on = open.day
  AND open.state IN ('REQUESTED', 'READY');

-- Names, as people who hear them compare them.

-- The words of a name, in order, without case, accents and marks: {becker,thea} of 'Théa  BECKER'. Letters that have no accent but a
-- base are written with the base.
CREATE FUNCTION name_words(given text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  plain text := lower(normalize(given, NFKD) COLLATE "und-x-icu");
BEGIN
  plain := regexp_replace(plain, '[\u0300-\u036F\u00AD\u200B-\u200F\u2060\uFEFF]', '', 'g');
  plain := replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  plain := translate(plain, 'øłđıħŧ', 'oldiht');
  -- Letters of other scripts that look the same; and Mueller is Müller.
  plain := translate(plain, 'аеорсухіјѕԁһкмтвнαεορυικνχτ', 'aeopcyxijsdhkmtbhaeopuiknxt');
  plain := replace(replace(replace(plain, 'ae', 'a'), 'oe', 'o'), 'ue', 'u');
  -- O'Neill and ONeill are one; Anna-Maria and Anna Maria, too.
  plain := regexp_replace(plain, '[''’‘`´]', '', 'g');
  RETURN ARRAY(
    SELECT DISTINCT words.word FROM regexp_split_to_table(plain COLLATE "und-x-icu", '[^[:alnum:]]+') AS words (word)
    WHERE words.word <> '' ORDER BY words.word);
END
$$;
-- Whether a name may be meant for a person's: one has all words of the other, as 'Rivera, Elena', 'Ms Elena Rivera' and 'Elena' have of
-- 'Elena Rivera'. 'Rivera' alone, which others of the family have, may be meant, too.
CREATE FUNCTION names_person(given text, known text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  words text[] := public.name_words(given);
  others text[] := public.name_words(known);
BEGIN
  RETURN cardinality(words) > 0 AND cardinality(others) > 0 AND (words @> others OR words <@ others);
END
$$;

-- Decides whether a name is that of somebody whom the school has barred from the student of an enrolment, and returns the name of that
-- person; null for none. Bars of accounts that have left the family are in no scope. For the family in scope, and as staff.
CREATE FUNCTION barred_name(enrolment uuid, given text) RETURNS text
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
    ) AS persons
    WHERE persons.name IS NOT NULL AND public.names_person(given, persons.name)
    ORDER BY persons.name LIMIT 1);
END
$$;

ALTER TABLE school_notices DROP CONSTRAINT school_notices_kind;
ALTER TABLE school_notices ADD CONSTRAINT school_notices_kind
  CHECK (kind IN ('BARRED_REQUEST', 'BARRED_CARD', 'LEFT_WAITING', 'BARRED_HAND_OVER', 'BARRED_COLLECTOR'));
-- Adds a notice to the staff of the student of an enrolment: the same of a person at most every ten minutes, and
-- five of a kind. Of a barred parent it has the name that the school knows, whatever name the parent has taken since. Staff have no right
-- to add one by themselves. For the family in scope, and as staff.
CREATE FUNCTION note_to_staff(enrolment uuid, subject text, person text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := (
    SELECT rows.family_id FROM public.enrolments rows
    WHERE rows.id = enrolment AND rows.staff_school_id IS NOT NULL AND (
      rows.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
      OR rows.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[])
      OR rows.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])));
BEGIN
  IF subject = 'BARRED_REQUEST' THEN
    person := coalesce((
      SELECT guardians.name FROM public.members own
      JOIN public.pickup_guardians guardians
        ON guardians.family_id = home AND guardians.enrolment_id = enrolment AND guardians.member_id = own.id
      WHERE own.family_id = home AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid), person);
  END IF;
  INSERT INTO public.school_notices (family_id, enrolment_id, kind, person_name)
  SELECT home, enrolment, subject, left(person, 200)
  WHERE home IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM public.school_notices told
    WHERE told.family_id = home AND told.enrolment_id = enrolment AND told.kind = subject
      AND told.person_name IS NOT DISTINCT FROM left(person, 200) AND told.created_at > now() - interval '10 minutes')
    AND (
      SELECT count(*) FROM public.school_notices told
      WHERE told.family_id = home AND told.enrolment_id = enrolment AND told.kind = subject
        AND told.created_at > now() - interval '10 minutes') < 5;
END
$$;

-- The person who comes is a collector: renamed, it has the new name; removed, without the day, or with the name of a barred person, nobody
-- comes. Staff are told of a collector with such a name. Enrolments are changed by functions alone.
CREATE FUNCTION follow_collector() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  barred boolean;
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE public.enrolments AS known
    SET collector_id = NULL, collected_by = NULL, collected_on = NULL, version = known.version + 1, updated_at = now()
    WHERE known.family_id = OLD.family_id AND known.id = OLD.enrolment_id AND known.collector_id = OLD.id;
    RETURN NULL;
  END IF;
  barred := public.barred_name(NEW.enrolment_id, NEW.name) IS NOT NULL;
  IF TG_OP = 'UPDATE' THEN
    UPDATE public.enrolments AS known
    SET collector_id = CASE WHEN days.fit THEN NEW.id END, collected_by = CASE WHEN days.fit THEN NEW.name END,
      collected_on = CASE WHEN days.fit THEN known.collected_on END, version = known.version + 1, updated_at = now()
    FROM (
      SELECT rows.id, coalesce(NEW.from_day, rows.collected_on) <= rows.collected_on
        AND coalesce(NEW.until_day, rows.collected_on) >= rows.collected_on AND NOT barred AS fit
      FROM public.enrolments rows WHERE rows.family_id = NEW.family_id AND rows.id = NEW.enrolment_id
    ) AS days
    WHERE known.family_id = NEW.family_id AND known.id = days.id AND known.collector_id = NEW.id
      AND (NOT days.fit OR known.collected_by IS DISTINCT FROM NEW.name);
    IF NEW.name = OLD.name THEN RETURN NULL; END IF;
  END IF;
  IF barred THEN
    PERFORM public.note_to_staff(NEW.enrolment_id, 'BARRED_COLLECTOR', NEW.name);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER followed AFTER INSERT OR DELETE OR UPDATE OF name, from_day, until_day ON collectors
  FOR EACH ROW EXECUTE FUNCTION follow_collector();

-- As before, and which collector it is.
CREATE OR REPLACE FUNCTION say_who_comes(enrolment uuid, collector uuid, given_day date) RETURNS text
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
  -- Of a day that has ended there is nothing to say.
  IF given_day < today THEN RETURN 'LIMIT'; END IF;
  IF given_day IS NOT NULL THEN today := given_day; END IF;
  IF collector IS NOT NULL THEN
    name := (
      SELECT persons.name FROM public.collectors persons
      WHERE persons.family_id = home AND persons.id = collector AND persons.enrolment_id = enrolment
        AND coalesce(persons.from_day, today) <= today AND coalesce(persons.until_day, today) >= today);
    IF name IS NULL THEN RETURN 'CLASS'; END IF;
  END IF;
  UPDATE public.enrolments
  SET collector_id = CASE WHEN name IS NOT NULL THEN collector END, collected_by = name,
    collected_on = CASE WHEN name IS NOT NULL THEN today END, version = version + 1, updated_at = now()
  WHERE family_id = home AND id = enrolment;
  RETURN 'DONE';
END
$$;

REVOKE ALL ON FUNCTION
  date_enrolment(), name_words(text), names_person(text, text), barred_name(uuid, text), note_to_staff(uuid, text, text),
  follow_collector()
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  name_words(text), names_person(text, text), barred_name(uuid, text), note_to_staff(uuid, text, text)
TO hatched_app;
