-- Who may claim a student: the school says so, by a code for one entry of its list, or by its staff. Matching the list by number and name
-- confirms nothing by itself, since both are known to others; a school that wants it says so.

ALTER TABLE schools ADD COLUMN confirms_by_roll boolean NOT NULL DEFAULT false;
-- When the open code of the entry stops working; null without one.
ALTER TABLE school_students ADD COLUMN code_expires_at timestamptz;
-- Codes with which a family claims an entry of the school's list, once. Their hashes are here; only functions read them.
CREATE TABLE enrolment_codes (
  school_id         uuid NOT NULL,
  id                uuid NOT NULL,
  school_student_id uuid NOT NULL,
  -- SHA-256 of the code, which is shown once.
  code_hash         bytea NOT NULL,
  expires_at        timestamptz NOT NULL,
  used_at           timestamptz,
  -- The family that has used it.
  used_by           uuid,
  created_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT enrolment_codes_key PRIMARY KEY (school_id, id),
  CONSTRAINT enrolment_codes_hash CHECK (length(code_hash) = 32)
);
CREATE INDEX enrolment_codes_by_hash ON enrolment_codes (school_id, code_hash);
CREATE INDEX enrolment_codes_by_student ON enrolment_codes (school_id, school_student_id);
ALTER TABLE enrolment_codes ADD CONSTRAINT enrolment_codes_school_student
  FOREIGN KEY (school_id, school_student_id) REFERENCES school_students (school_id, id) ON DELETE CASCADE;
-- No policy: only functions see a row.
ALTER TABLE enrolment_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

ALTER TABLE enrolments
  -- The name that the family has given the student since the school confirmed it; null where the school has the same.
  ADD COLUMN proposed_name text COLLATE "und-x-icu";
ALTER TABLE enrolments ADD CONSTRAINT enrolments_proposed_name CHECK (length(proposed_name) BETWEEN 1 AND 200);
ALTER TABLE pickup_guardians
  -- Whether the school knows the person: one who becomes a parent later is new to it.
  ADD COLUMN is_confirmed boolean NOT NULL DEFAULT false,
  -- The name that the person has taken since; null where the school has the same.
  ADD COLUMN proposed_name text COLLATE "und-x-icu";
ALTER TABLE pickup_guardians ADD CONSTRAINT pickup_guardians_proposed_name CHECK (length(proposed_name) BETWEEN 1 AND 200);
-- Those who were parents before this migration count as known.
UPDATE pickup_guardians SET is_confirmed = true;
CREATE INDEX pickup_guardians_barred ON pickup_guardians (family_id, member_id) WHERE is_barred;
SELECT track_usage('enrolments');

-- A family's wish for a class keeps no class from going.
ALTER TABLE enrolments DROP CONSTRAINT enrolments_wanted_class;
UPDATE enrolments SET wanted_class_id = NULL WHERE state = 'ENDED';
CREATE INDEX enrolments_wishing ON enrolments (family_id, wanted_class_id) WHERE wanted_class_id IS NOT NULL;

ALTER TABLE school_notices DROP CONSTRAINT school_notices_kind;
ALTER TABLE school_notices ADD CONSTRAINT school_notices_kind CHECK (
  kind IN ('BARRED_REQUEST', 'BARRED_CARD', 'LEFT_WAITING', 'BARRED_HAND_OVER', 'BARRED_COLLECTOR', 'NEW_GUARDIAN'));
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (kind IN ('HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'NEW_PARENT'));

-- Makes a code for an entry of the list of a school that the account in scope administers. The one that was open for the entry ends.
-- Where the request is no new one nothing is made: 'DONE' if the code that was made has this hash and is open, else 'KNOWN'. Else it returns as
-- the functions of 0051_schools.sql do.
CREATE FUNCTION create_enrolment_code(school uuid, entry uuid, code uuid, hash bytea, days int, is_new boolean) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known public.enrolment_codes;
  expiry timestamptz := now() + make_interval(days => days);
BEGIN
  PERFORM FROM public.schools
  WHERE schools.id = school AND schools.id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[])
  FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  SELECT * INTO known FROM public.enrolment_codes codes WHERE codes.school_id = school AND codes.id = code;
  IF FOUND OR NOT is_new THEN
    RETURN CASE
      WHEN known.school_student_id = entry AND known.code_hash = hash AND known.used_at IS NULL THEN 'DONE' ELSE 'KNOWN' END;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM public.school_students roll WHERE roll.school_id = school AND roll.id = entry) THEN
    RETURN 'NONE';
  END IF;
  DELETE FROM public.enrolment_codes codes
  WHERE codes.school_id = school
    AND ((codes.school_student_id = entry AND codes.used_at IS NULL) OR codes.expires_at < now() - interval '30 days');
  INSERT INTO public.enrolment_codes (school_id, id, school_student_id, code_hash, expires_at)
  VALUES (school, code, entry, hash, expiry);
  UPDATE public.school_students SET code_expires_at = expiry, version = version + 1, updated_at = now()
  WHERE school_id = school AND id = entry;
  RETURN 'DONE';
END
$$;

-- Whether a school has a code with this hash for this number: 'OPEN', 'OWN' for one that the family in scope has used, or 'NONE'. A request
-- that is sent again names its own code.
CREATE FUNCTION enrolment_code_state(school uuid, number text, hash bytea) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known record;
BEGIN
  SELECT codes.used_at, codes.used_by, codes.expires_at INTO known FROM public.enrolment_codes codes
  JOIN public.school_students roll ON roll.school_id = codes.school_id AND roll.id = codes.school_student_id
  WHERE codes.school_id = school AND codes.code_hash = hash AND roll.student_number = number;
  IF known.used_by = nullif(current_setting('hatched.family_id', true), '')::uuid THEN RETURN 'OWN'; END IF;
  IF known.expires_at > now() AND known.used_at IS NULL THEN RETURN 'OPEN'; END IF;
  RETURN 'NONE';
END
$$;

-- The enrolments of a family that last and about whose students the account in scope may decide nothing: from which a school has barred
-- it; and, where the school has barred anybody from the student, those of which it has not confirmed the account, which may be another one
-- of that person.
CREATE FUNCTION barred_enrolments(home uuid) RETURNS TABLE (id uuid, student_id uuid, school_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT rows.id, rows.student_id, rows.school_id
    FROM public.members own
    JOIN public.pickup_guardians guardians ON guardians.family_id = home AND guardians.member_id = own.id
    JOIN public.enrolments rows ON rows.family_id = home AND rows.id = guardians.enrolment_id AND rows.state <> 'ENDED'
    WHERE own.family_id = home AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
      AND (guardians.is_barred OR (rows.state = 'CONFIRMED' AND NOT guardians.is_confirmed AND (
        EXISTS (
          SELECT 1 FROM public.pickup_guardians others
          WHERE others.family_id = home AND others.enrolment_id = rows.id AND others.is_barred)
        OR EXISTS (
          SELECT 1 FROM public.pickup_bars bars
          WHERE bars.school_id = rows.school_id AND bars.student_number = rows.student_number))));
END
$$;
-- The same of the family in scope, for the application: it decides whom to refuse, and reads no guardian's account.
CREATE FUNCTION own_barred_enrolments() RETURNS TABLE (id uuid, student_id uuid, school_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT barred.id, barred.student_id, barred.school_id
    FROM public.barred_enrolments(nullif(current_setting('hatched.family_id', true), '')::uuid) barred;
END
$$;
-- Whether the school of an enrolment of the family in scope lets the account in scope decide nothing about its student: one whom it has
-- barred, or one who became a parent when the student was there already, until staff confirm the person.
CREATE OR REPLACE FUNCTION is_barred_from(enrolment uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.pickup_guardians guardians
    JOIN public.members ON members.family_id = home AND members.id = guardians.member_id
    JOIN public.enrolments rows ON rows.family_id = home AND rows.id = guardians.enrolment_id
    WHERE guardians.family_id = home AND guardians.enrolment_id = enrolment
      AND (guardians.is_barred OR (rows.state = 'CONFIRMED' AND NOT guardians.is_confirmed))
      AND members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
END
$$;
-- The students of the family in scope at a school that the account in scope may not collect, of some enrolments: 'BARRED', or 'NEW' for
-- one whom staff have not confirmed.
CREATE FUNCTION kept_from(enrolled uuid[]) RETURNS TABLE (enrolment_id uuid, reason text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  RETURN QUERY
    SELECT guardians.enrolment_id, CASE WHEN guardians.is_barred THEN 'BARRED' ELSE 'NEW' END
    FROM public.members own
    JOIN public.pickup_guardians guardians ON guardians.family_id = home AND guardians.member_id = own.id
      AND guardians.enrolment_id = ANY (enrolled) AND (guardians.is_barred OR NOT guardians.is_confirmed)
    WHERE own.family_id = home AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;

-- Enrols a student, or confirms an enrolment that waits, with the hash of a code. The family in scope is locked. Returns as before; and
-- 'CODE' where no open code of the school's for this number has the hash, whatever the reason; 'BARRED' for a student from whom a school
-- has barred the parent. A code names the entry of the list, whose name and class the school keeps.
DROP FUNCTION enroll_student(uuid, uuid, uuid, uuid, text, text);
CREATE FUNCTION enroll_student(enrolment uuid, student uuid, school uuid, wanted uuid, number text, gender text, hash bytea)
RETURNS TABLE (outcome text, enrolment_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  family_name text := (
    SELECT members.name FROM public.members WHERE members.family_id = home AND members.id = student AND members.role = 'STUDENT');
  known public.enrolments;
  listed public.school_students;
  code uuid;
BEGIN
  enrolment_id := enrolment;
  outcome := 'NONE';
  IF family_name IS NULL OR NOT EXISTS (
    SELECT 1 FROM public.school_families registered WHERE registered.family_id = home AND registered.school_id = school
  ) THEN RETURN NEXT; RETURN; END IF;
  outcome := 'BARRED';
  IF EXISTS (SELECT 1 FROM public.barred_enrolments(home) barred WHERE barred.student_id = student) THEN RETURN NEXT; RETURN; END IF;
  outcome := 'CLASS';
  IF wanted IS NOT NULL THEN
    -- As a key would: the class stays until the wish is there.
    PERFORM FROM public.school_classes classes WHERE classes.school_id = school AND classes.id = wanted FOR KEY SHARE;
    IF NOT FOUND THEN RETURN NEXT; RETURN; END IF;
  END IF;
  IF hash IS NOT NULL THEN
    SELECT codes.id INTO code FROM public.enrolment_codes codes
    JOIN public.school_students roll ON roll.school_id = codes.school_id AND roll.id = codes.school_student_id
    WHERE codes.school_id = school AND codes.code_hash = hash AND codes.used_at IS NULL AND codes.expires_at > now()
      AND roll.student_number = number
    FOR UPDATE OF codes;
    outcome := 'CODE';
    IF NOT FOUND THEN RETURN NEXT; RETURN; END IF;
  END IF;
  SELECT * INTO known FROM public.enrolments rows
  WHERE rows.family_id = home AND rows.student_id = student AND rows.school_id = school AND rows.state <> 'ENDED';
  outcome := 'KNOWN';
  IF FOUND AND (known.state = 'CONFIRMED' OR code IS NULL) THEN RETURN NEXT; RETURN; END IF;
  IF code IS NOT NULL THEN
    SELECT roll.* INTO listed FROM public.school_students roll
    JOIN public.enrolment_codes codes ON codes.school_id = roll.school_id AND codes.school_student_id = roll.id
    WHERE codes.school_id = school AND codes.id = code;
  ELSE
    -- For a school that wants it: by this number and name, unless somebody else is enrolled by the number.
    SELECT roll.* INTO listed FROM public.school_students roll
    JOIN public.schools ON schools.id = roll.school_id AND schools.confirms_by_roll
    WHERE roll.school_id = school AND roll.student_number = number AND lower(roll.name) = lower(family_name)
      AND NOT EXISTS (
        SELECT 1 FROM public.enrolments other
        WHERE other.staff_school_id = school AND other.student_number = number AND other.state = 'CONFIRMED')
    FOR UPDATE OF roll;
  END IF;
  IF known.id IS NULL THEN
    INSERT INTO public.enrolments (
      family_id, id, student_id, school_id, staff_school_id, class_id, wanted_class_id, student_name, proposed_name, student_number,
      gender, state)
    VALUES (
      home, enrolment, student, school, school, listed.class_id, wanted, coalesce(listed.name, family_name),
      nullif(family_name, coalesce(listed.name, family_name)), number, gender,
      CASE WHEN listed.id IS NULL THEN 'PENDING' ELSE 'CONFIRMED' END);
    INSERT INTO public.pickup_guardians (family_id, enrolment_id, member_id, name, is_confirmed)
    SELECT home, enrolment, members.id, members.name, listed.id IS NOT NULL
    FROM public.members WHERE members.family_id = home AND members.role = 'PARENT';
  ELSE
    enrolment_id := known.id;
    UPDATE public.enrolments SET
      state = 'CONFIRMED', class_id = listed.class_id, student_number = number, student_name = listed.name,
      proposed_name = nullif(family_name, listed.name), version = version + 1, updated_at = now()
    WHERE family_id = home AND id = known.id;
    -- Whom the school has barred from the student of this number: the enrolment may have waited under another one.
    UPDATE public.pickup_guardians AS guardians SET is_barred = true, version = guardians.version + 1, updated_at = now()
    FROM public.members persons, public.pickup_bars bars
    WHERE guardians.family_id = home AND guardians.enrolment_id = known.id AND NOT guardians.is_barred
      AND persons.family_id = home AND persons.id = guardians.member_id
      AND bars.school_id = school AND bars.student_number = number AND bars.account = persons.account_id;
    PERFORM public.confirm_guardians(home, known.id, account);
  END IF;
  IF code IS NOT NULL THEN
    UPDATE public.enrolment_codes SET used_at = now(), used_by = home WHERE school_id = school AND id = code;
    UPDATE public.school_students SET code_expires_at = NULL, version = version + 1, updated_at = now()
    WHERE school_id = school AND id = listed.id;
  END IF;
  outcome := 'DONE';
  RETURN NEXT;
END
$$;
-- Once an enrolment is confirmed the school knows those who were parents when it was made, and the account that confirms it with a code.
-- Who became a parent in between is new.
CREATE FUNCTION confirm_guardians(home uuid, enrolment uuid, account uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.pickup_guardians AS guardians SET is_confirmed = true, version = guardians.version + 1, updated_at = now()
  FROM public.enrolments rows, public.members persons
  WHERE rows.family_id = home AND rows.id = enrolment AND guardians.family_id = home AND guardians.enrolment_id = enrolment
    AND persons.family_id = home AND persons.id = guardians.member_id AND NOT guardians.is_confirmed
    AND (guardians.created_at <= rows.created_at OR persons.account_id = account);
END
$$;

-- Confirms an enrolment, or gives it another class, as an administrator of its school. The family is locked. From then on the school
-- keeps the name that the student has now.
CREATE OR REPLACE FUNCTION place_enrolment(enrolment uuid, class uuid) RETURNS text
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
  IF known.state = 'PENDING' THEN PERFORM public.confirm_guardians(known.family_id, enrolment, NULL); END IF;
  RETURN 'DONE';
END
$$;
-- Confirms a person of the family, who may collect the student from then on, or takes that back, as an administrator. The school takes
-- the person's present name. The family is locked.
CREATE FUNCTION confirm_guardian(guardian uuid, confirmed boolean) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.pickup_guardians AS guardians SET
    is_confirmed = confirmed,
    name = CASE WHEN confirmed THEN coalesce(guardians.proposed_name, guardians.name) ELSE guardians.name END,
    proposed_name = CASE WHEN confirmed THEN NULL ELSE guardians.proposed_name END,
    version = guardians.version + 1, updated_at = now()
  WHERE guardians.id = guardian
    AND guardians.staff_school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]);
  RETURN CASE WHEN FOUND THEN 'DONE' ELSE 'NONE' END;
END
$$;
-- Takes the name that the family has given a student since, as an administrator. The family is locked.
CREATE FUNCTION accept_student_name(enrolment uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.enrolments rows
  WHERE rows.id = enrolment AND rows.staff_school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]);
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  UPDATE public.enrolments AS rows SET
    student_name = rows.proposed_name, proposed_name = NULL, version = rows.version + 1, updated_at = now()
  WHERE rows.id = enrolment AND rows.proposed_name IS NOT NULL;
  RETURN 'DONE';
END
$$;
-- Bars a person of the family from having the student, or no more, as an administrator. The family is locked. Nobody lifts a bar of the
-- own account: 'BARRED'.
CREATE OR REPLACE FUNCTION bar_guardian(guardian uuid, barred boolean) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  places uuid[] := nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[];
  known record;
BEGIN
  SELECT enrolments.family_id, enrolments.id, enrolments.school_id, enrolments.student_number, members.account_id INTO known
  FROM public.pickup_guardians guardians
  JOIN public.enrolments ON enrolments.family_id = guardians.family_id AND enrolments.id = guardians.enrolment_id
  JOIN public.members ON members.family_id = guardians.family_id AND members.id = guardians.member_id
  WHERE guardians.id = guardian AND guardians.staff_school_id = ANY (places);
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF NOT barred AND known.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid THEN RETURN 'BARRED'; END IF;
  UPDATE public.pickup_guardians AS guardians SET is_barred = barred, version = guardians.version + 1, updated_at = now()
  WHERE guardians.id = guardian AND guardians.staff_school_id = ANY (places);
  IF barred THEN
    -- Nobody of this name comes today.
    UPDATE public.enrolments AS rows
    SET collector_id = NULL, collected_by = NULL, collected_on = NULL, version = rows.version + 1, updated_at = now()
    WHERE rows.family_id = known.family_id AND rows.id = known.id AND rows.collected_by IS NOT NULL
      AND public.barred_name(rows.id, rows.collected_by) IS NOT NULL;
  END IF;
  IF known.account_id IS NULL THEN RETURN 'DONE'; END IF;
  IF barred THEN
    INSERT INTO public.pickup_bars (school_id, student_number, account)
    VALUES (known.school_id, known.student_number, known.account_id) ON CONFLICT ON CONSTRAINT pickup_bars_key DO NOTHING;
  ELSE
    DELETE FROM public.pickup_bars bars
    WHERE bars.school_id = known.school_id AND bars.student_number = known.student_number AND bars.account = known.account_id;
  END IF;
  RETURN 'DONE';
END
$$;

-- Names of members, as the family changes them, and parents as they come. The school keeps the names of those whom it knows, and sees the
-- family's beside them.
CREATE OR REPLACE FUNCTION copy_member() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_new boolean := TG_OP = 'INSERT';
BEGIN
  IF NEW.role = 'STUDENT' THEN
    UPDATE public.enrolments AS rows SET
      student_name = CASE WHEN rows.state = 'PENDING' THEN NEW.name ELSE rows.student_name END,
      proposed_name = CASE WHEN rows.state <> 'PENDING' THEN nullif(NEW.name, rows.student_name) END,
      version = rows.version + 1, updated_at = now()
    WHERE rows.family_id = NEW.family_id AND rows.student_id = NEW.id AND rows.state <> 'ENDED'
      AND coalesce(rows.proposed_name, rows.student_name) <> NEW.name;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN is_new := OLD.role <> NEW.role; END IF;
  INSERT INTO public.pickup_guardians AS known (family_id, enrolment_id, member_id, name)
  SELECT NEW.family_id, enrolments.id, NEW.id, NEW.name FROM public.enrolments
  WHERE enrolments.family_id = NEW.family_id AND enrolments.state <> 'ENDED'
  ON CONFLICT ON CONSTRAINT pickup_guardians_once DO UPDATE SET
    name = CASE WHEN known.is_confirmed OR known.is_barred THEN known.name ELSE EXCLUDED.name END,
    proposed_name = CASE WHEN known.is_confirmed OR known.is_barred THEN nullif(EXCLUDED.name, known.name) END,
    version = known.version + 1, updated_at = EXCLUDED.updated_at
  WHERE coalesce(known.proposed_name, known.name) <> EXCLUDED.name;
  IF is_new THEN PERFORM public.tell_of_parent(NEW); END IF;
  RETURN NULL;
END
$$;
-- Tells the other parents of a family of a new one, whatever they have muted, and staff that they have somebody to confirm. Not of those
-- of a copy that is read in.
CREATE FUNCTION tell_of_parent(person public.members) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF person.updated_at < now() - interval '1 day' THEN RETURN; END IF;
  INSERT INTO public.notifications (family_id, id, recipient_id, kind, title, body)
  SELECT person.family_id, public.time_ordered_id(), parents.id, 'NEW_PARENT', left(person.name || ' is a parent of your family now', 300),
    left(person.name || ' sees all of the family, and may collect students once their schools have confirmed it.', 3000)
  FROM public.members parents
  WHERE parents.family_id = person.family_id AND parents.role = 'PARENT' AND parents.id <> person.id AND parents.account_id IS NOT NULL
  ORDER BY parents.id;
  INSERT INTO public.school_notices (family_id, enrolment_id, kind, person_name)
  SELECT person.family_id, guardians.enrolment_id, 'NEW_GUARDIAN', person.name
  FROM public.pickup_guardians guardians
  JOIN public.enrolments rows ON rows.family_id = guardians.family_id AND rows.id = guardians.enrolment_id AND rows.state = 'CONFIRMED'
  WHERE guardians.family_id = person.family_id AND guardians.member_id = person.id AND NOT guardians.is_confirmed;
END
$$;
-- Of an account that comes to be a member which was there before it: to the school it is a new person.
CREATE OR REPLACE FUNCTION bar_member() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.pickup_guardians AS guardians SET
    is_confirmed = false,
    is_barred = guardians.is_barred OR EXISTS (
      SELECT 1 FROM public.pickup_bars bars
      WHERE bars.school_id = enrolments.school_id AND bars.student_number = enrolments.student_number AND bars.account = NEW.account_id),
    version = guardians.version + 1, updated_at = now()
  FROM public.enrolments
  WHERE guardians.family_id = NEW.family_id AND guardians.member_id = NEW.id
    AND enrolments.family_id = guardians.family_id AND enrolments.id = guardians.enrolment_id;
  IF NEW.role = 'PARENT' THEN PERFORM public.tell_of_parent(NEW); END IF;
  RETURN NULL;
END
$$;

-- A parent who may decide nothing about a student adds no row to a table whose trigger says so, changes none, and deletes none.
CREATE OR REPLACE FUNCTION copy_enrolment() RETURNS trigger
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
  ELSIF TG_TABLE_NAME = 'pickup_guardians' THEN
    -- Whoever was barred stays so, in another membership and by another enrolment.
    NEW.is_barred := NEW.is_barred OR EXISTS (
      SELECT 1 FROM public.pickup_bars bars
      JOIN public.members ON members.family_id = NEW.family_id AND members.id = NEW.member_id AND members.account_id = bars.account
      WHERE bars.school_id = source.school_id AND bars.student_number = source.student_number);
  ELSIF TG_ARGV[0] = 'unless barred' AND NEW.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
    AND public.is_barred_from(NEW.enrolment_id) THEN
    RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = TG_TABLE_NAME || '_barred';
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION refuse_new_guardian() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid AND public.is_barred_from(OLD.enrolment_id) THEN
    RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = TG_TABLE_NAME || '_barred';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER guarded BEFORE UPDATE OF name, telephone, from_day, until_day OR DELETE ON collectors
  FOR EACH ROW EXECUTE FUNCTION refuse_new_guardian();
CREATE TRIGGER guarded BEFORE UPDATE OF days, time, note OR DELETE ON pickup_times
  FOR EACH ROW EXECUTE FUNCTION refuse_new_guardian();

-- Links a card to the parent in scope at a school, as before; not for one who may collect none of the family's students there ('BARRED').
CREATE OR REPLACE FUNCTION link_card(card uuid, school uuid, hashes bytea[]) RETURNS TABLE (outcome text, card_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  holder uuid := (
    SELECT members.id FROM public.members
    WHERE members.family_id = home AND members.role = 'PARENT'
      AND members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
  known record;
BEGIN
  outcome := 'NONE';
  IF holder IS NOT NULL AND EXISTS (
    SELECT 1 FROM public.school_families registered WHERE registered.family_id = home AND registered.school_id = school
  ) THEN
    SELECT bool_or(NOT public.is_barred_from(rows.id)) AS may INTO known FROM public.enrolments rows
    WHERE rows.family_id = home AND rows.staff_school_id = school AND rows.state = 'CONFIRMED';
    IF NOT known.may THEN
      outcome := 'BARRED';
      RETURN NEXT;
      RETURN;
    END IF;
    SELECT codes.card_id, codes.held_by INTO known FROM public.pickup_card_codes codes
    WHERE codes.school_id = school AND codes.card_hash = ANY (hashes);
    IF known.card_id IS NULL THEN
      INSERT INTO public.pickup_card_codes (school_id, card_hash, card_id, held_by) VALUES (school, hashes[1], card, home)
      ON CONFLICT ON CONSTRAINT pickup_card_codes_key DO NOTHING;
      IF FOUND THEN
        INSERT INTO public.pickup_cards (family_id, id, member_id, school_id) VALUES (home, card, holder, school);
        card_id := card;
      END IF;
    ELSIF known.held_by = home THEN
      UPDATE public.pickup_cards AS own SET blocked_at = NULL, version = own.version + 1, updated_at = now()
      WHERE own.family_id = home AND own.id = known.card_id AND own.member_id = holder
      RETURNING own.id INTO card_id;
    END IF;
    outcome := 'KNOWN';
    IF card_id IS NOT NULL THEN
      DELETE FROM public.pickup_cards old WHERE old.family_id = home AND old.id IN (
        SELECT blocked.id FROM public.pickup_cards blocked
        WHERE blocked.family_id = home AND blocked.member_id = holder AND blocked.school_id = school AND blocked.blocked_at IS NOT NULL
        ORDER BY blocked.blocked_at DESC, blocked.id OFFSET 10);
      outcome := CASE
        WHEN (
          SELECT count(*) FROM public.pickup_cards own
          WHERE own.family_id = home AND own.member_id = holder AND own.school_id = school AND own.blocked_at IS NULL
        ) > 5 THEN 'LIMIT'
        ELSE 'DONE' END;
    END IF;
  END IF;
  RETURN NEXT;
END
$$;

-- Takes a class, which is about to go, off the wishes of families, as an administrator of its school. Locks these families, in order.
CREATE FUNCTION forget_class_wishes(class uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  school uuid := (SELECT classes.school_id FROM public.school_classes classes WHERE classes.id = class);
  homes uuid[];
BEGIN
  IF school IS NULL OR school <> ALL (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]) THEN RETURN; END IF;
  homes := ARRAY(SELECT DISTINCT rows.family_id FROM public.enrolments rows WHERE rows.wanted_class_id = class);
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  UPDATE public.enrolments AS rows SET wanted_class_id = NULL, version = rows.version + 1, updated_at = now()
  WHERE rows.family_id = ANY (homes) AND rows.wanted_class_id = class;
END
$$;
-- A wish ends with the enrolment.
CREATE OR REPLACE FUNCTION end_enrolment(enrolment uuid, ended_by text) RETURNS text
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
  WHERE family_id = known.family_id AND enrolment_id = enrolment AND state IN ('REQUESTED', 'READY')
    -- What is of a day that has ended takes no step: it expires.
    AND day_ends_at > now();
  UPDATE public.enrolments
  SET state = 'ENDED', ended_at = now(), staff_school_id = NULL, class_id = NULL, wanted_class_id = NULL, proposed_name = NULL,
    version = version + 1, updated_at = now()
  WHERE family_id = known.family_id AND id = enrolment;
  RETURN 'DONE';
END
$$;

REVOKE ALL ON FUNCTION
  create_enrolment_code(uuid, uuid, uuid, bytea, int, boolean), enrolment_code_state(uuid, text, bytea), barred_enrolments(uuid), own_barred_enrolments(), kept_from(uuid[]),
  enroll_student(uuid, uuid, uuid, uuid, text, text, bytea), confirm_guardians(uuid, uuid, uuid), confirm_guardian(uuid, boolean),
  accept_student_name(uuid), tell_of_parent(members), refuse_new_guardian(), forget_class_wishes(uuid)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  create_enrolment_code(uuid, uuid, uuid, bytea, int, boolean), enrolment_code_state(uuid, text, bytea), own_barred_enrolments(), kept_from(uuid[]),
  enroll_student(uuid, uuid, uuid, uuid, text, text, bytea), confirm_guardian(uuid, boolean), accept_student_name(uuid),
  forget_class_wishes(uuid)
TO hatched_app;
