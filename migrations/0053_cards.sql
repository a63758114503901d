-- Cards by which parents ask for their children at a school's readers, bars that outlast memberships, and what staff are told.

-- A device of a school that sees cards. The hash of its token is in a table of its own, which only functions read.
CREATE TABLE card_readers (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  -- The order in which it reports the bytes of an id.
  byte_order text NOT NULL DEFAULT 'AS_PRINTED',
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT card_readers_key PRIMARY KEY (school_id, id),
  CONSTRAINT card_readers_id UNIQUE (id),
  CONSTRAINT card_readers_name CHECK (length(name) BETWEEN 1 AND 100),
  CONSTRAINT card_readers_order CHECK (byte_order IN ('AS_PRINTED', 'REVERSED'))
);
CREATE TABLE card_reader_tokens (
  school_id  uuid NOT NULL,
  reader_id  uuid NOT NULL,
  token_hash bytea NOT NULL,
  CONSTRAINT card_reader_tokens_key PRIMARY KEY (school_id, reader_id),
  CONSTRAINT card_reader_tokens_hash CHECK (length(token_hash) = 32)
);
-- A parent's card at one school.
CREATE TABLE pickup_cards (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  member_id  uuid NOT NULL,
  school_id  uuid NOT NULL,
  blocked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT pickup_cards_key PRIMARY KEY (family_id, id)
);
-- The ids of cards, each an HMAC under a key that the database does not have: a school knows each card once. Only functions read them.
CREATE TABLE pickup_card_codes (
  school_id uuid NOT NULL,
  card_hash bytea NOT NULL,
  card_id   uuid NOT NULL,
  -- The family of the card.
  held_by   uuid NOT NULL,
  CONSTRAINT pickup_card_codes_key PRIMARY KEY (school_id, card_hash),
  CONSTRAINT pickup_card_codes_hash CHECK (length(card_hash) = 32)
);
-- What the staff of a student's class are told. As with dismissals, the enrolment says who they are.
CREATE TABLE school_notices (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL DEFAULT gen_random_uuid(),
  enrolment_id    uuid NOT NULL,
  staff_school_id uuid,
  class_id        uuid,
  kind            text NOT NULL,
  -- Whom it is about besides the student; null for nobody.
  person_name     text COLLATE "und-x-icu",
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT school_notices_key PRIMARY KEY (family_id, id),
  CONSTRAINT school_notices_kind CHECK (kind IN ('BARRED_REQUEST', 'BARRED_CARD', 'LEFT_WAITING')),
  CONSTRAINT school_notices_person CHECK (length(person_name) BETWEEN 1 AND 200)
);
-- An account that a school has barred from a student. It holds whatever becomes of the membership, the enrolment and the family.
CREATE TABLE pickup_bars (
  school_id      uuid NOT NULL,
  student_number text COLLATE "C" NOT NULL,
  account        uuid NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pickup_bars_key PRIMARY KEY (school_id, student_number, account),
  CONSTRAINT pickup_bars_number CHECK (length(student_number) BETWEEN 1 AND 50)
);
CREATE INDEX card_reader_tokens_by_hash ON card_reader_tokens (token_hash);
CREATE INDEX pickup_card_codes_by_card ON pickup_card_codes (held_by, card_id);
CREATE INDEX card_readers_by_date ON card_readers (school_id, created_at, id);
CREATE INDEX pickup_cards_by_member ON pickup_cards (family_id, member_id);
CREATE INDEX school_notices_by_enrolment ON school_notices (family_id, enrolment_id, created_at);
CREATE INDEX school_notices_of_class ON school_notices (class_id, created_at) WHERE class_id IS NOT NULL;
CREATE INDEX school_notices_of_school ON school_notices (staff_school_id, created_at) WHERE staff_school_id IS NOT NULL;
CREATE INDEX school_notices_by_date ON school_notices (created_at);
CREATE INDEX pickup_bars_by_account ON pickup_bars (account);

ALTER TABLE card_readers ADD CONSTRAINT card_readers_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE card_reader_tokens ADD CONSTRAINT card_reader_tokens_reader
  FOREIGN KEY (school_id, reader_id) REFERENCES card_readers (school_id, id) ON DELETE CASCADE;
ALTER TABLE pickup_card_codes ADD CONSTRAINT pickup_card_codes_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE pickup_cards ADD CONSTRAINT pickup_cards_member
  FOREIGN KEY (family_id, member_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
ALTER TABLE pickup_cards ADD CONSTRAINT pickup_cards_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE school_notices ADD CONSTRAINT school_notices_enrolment
  FOREIGN KEY (family_id, enrolment_id) REFERENCES enrolments (family_id, id) ON DELETE CASCADE;
ALTER TABLE school_notices ADD CONSTRAINT school_notices_staff_school
  FOREIGN KEY (staff_school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE school_notices ADD CONSTRAINT school_notices_class
  FOREIGN KEY (staff_school_id, class_id) REFERENCES school_classes (school_id, id);
ALTER TABLE pickup_bars ADD CONSTRAINT pickup_bars_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE pickup_bars ADD CONSTRAINT pickup_bars_account
  FOREIGN KEY (account) REFERENCES accounts (id) ON DELETE CASCADE;

ALTER TABLE card_readers   ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE pickup_cards   ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE school_notices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- No policies: only functions see a row.
ALTER TABLE card_reader_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE pickup_card_codes  ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE pickup_bars        ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY administration ON card_readers TO hatched_app
  USING (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]))
  WITH CHECK (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]));
CREATE POLICY family_scope ON pickup_cards TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON school_notices TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY school_staff ON school_notices FOR SELECT TO hatched_app
  USING (staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]));
CREATE POLICY class_staff ON school_notices FOR SELECT TO hatched_app
  USING (class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]));
-- A card reader sees and makes the dismissals of its school.
CREATE POLICY card_reader ON dismissals TO hatched_app
  USING (staff_school_id = ANY (nullif(current_setting('hatched.reader_school_ids', true), '')::uuid[]))
  WITH CHECK (staff_school_id = ANY (nullif(current_setting('hatched.reader_school_ids', true), '')::uuid[]));
-- Readers and cards come by functions, which count them under a lock.
GRANT SELECT, UPDATE ON card_readers, pickup_cards TO hatched_app;
GRANT SELECT, INSERT ON school_notices TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF school_id, id, name, byte_order, created_at ON card_readers
  EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, member_id, school_id, created_at ON pickup_cards
  EXECUTE FUNCTION refuse_fixed_columns();
CREATE FUNCTION forget_card_code() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.pickup_card_codes WHERE held_by = OLD.family_id AND card_id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER forgotten AFTER DELETE ON pickup_cards FOR EACH ROW EXECUTE FUNCTION forget_card_code();
SELECT
  track_versions('card_readers', 'bump_school_rows'), track_versions('pickup_cards'),
  track_pickup_versions('school_notices', 'bump_pickup', 'family_id');

-- A parent whom the school has barred from the student adds no row to a table whose trigger says so.
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
  ELSIF TG_ARGV[0] = 'unless barred' AND EXISTS (
    SELECT 1 FROM public.pickup_guardians barred
    JOIN public.members ON members.family_id = barred.family_id AND members.id = barred.member_id
    WHERE barred.family_id = NEW.family_id AND barred.enrolment_id = NEW.enrolment_id AND barred.is_barred
      AND members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
  ) THEN
    RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = TG_TABLE_NAME || '_barred';
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER copied BEFORE INSERT ON collectors FOR EACH ROW EXECUTE FUNCTION copy_enrolment('unless barred');
CREATE TRIGGER copied BEFORE INSERT ON school_notices FOR EACH ROW EXECUTE FUNCTION copy_enrolment();
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
  RETURN NULL;
END
$$;
-- Of an account that comes to be a member which was there before it.
CREATE FUNCTION bar_member() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.pickup_guardians AS guardians SET is_barred = true, version = guardians.version + 1, updated_at = now()
  FROM public.enrolments, public.pickup_bars bars
  WHERE guardians.family_id = NEW.family_id AND guardians.member_id = NEW.id AND NOT guardians.is_barred
    AND enrolments.family_id = guardians.family_id AND enrolments.id = guardians.enrolment_id
    AND bars.school_id = enrolments.school_id AND bars.student_number = enrolments.student_number
    AND bars.account = NEW.account_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER barred_on AFTER UPDATE OF account_id ON members FOR EACH ROW
  WHEN (NEW.account_id IS NOT NULL AND NEW.account_id IS DISTINCT FROM OLD.account_id) EXECUTE FUNCTION bar_member();

-- Bars a person of the family from having the student, or no more, as an administrator. The family is locked.
CREATE OR REPLACE FUNCTION bar_guardian(guardian uuid, barred boolean) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known record;
BEGIN
  UPDATE public.pickup_guardians AS guardians SET is_barred = barred, version = guardians.version + 1, updated_at = now()
  WHERE guardians.id = guardian
    AND guardians.staff_school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]);
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  SELECT enrolments.school_id, enrolments.student_number, members.account_id INTO known
  FROM public.pickup_guardians guardians
  JOIN public.enrolments ON enrolments.family_id = guardians.family_id AND enrolments.id = guardians.enrolment_id
  JOIN public.members ON members.family_id = guardians.family_id AND members.id = guardians.member_id
  WHERE guardians.id = guardian AND guardians.staff_school_id IS NOT NULL;
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
-- Whether the school of an enrolment of the family in scope has barred the account in scope from its student.
CREATE FUNCTION is_barred_from(enrolment uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.pickup_guardians guardians
    JOIN public.members ON members.family_id = home AND members.id = guardians.member_id
    WHERE guardians.family_id = home AND guardians.enrolment_id = enrolment AND guardians.is_barred
      AND members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
END
$$;

-- Cards and registrations of families. The functions return as those of 0051_schools.sql do, and 'BARRED' for a parent whom the
-- school has barred from a student. The family in scope is locked.

-- Links a card to the parent in scope at a school: at most 5 cards that are not blocked; of those that are, the latest 10 are kept.
-- `hashes` are the card's under each key, the first for new ones. A card that the parent has blocked works again.
CREATE FUNCTION link_card(card uuid, school uuid, hashes bytea[]) RETURNS TABLE (outcome text, card_id uuid)
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
-- Ends all that the family has at a school: enrolments, cards, and the registration.
CREATE FUNCTION leave_school(school uuid, ended_by text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  enrolled uuid[] := ARRAY(
    SELECT rows.id FROM public.enrolments rows WHERE rows.family_id = home AND rows.staff_school_id = school ORDER BY rows.id);
BEGIN
  IF EXISTS (SELECT 1 FROM unnest(enrolled) AS open (id) WHERE public.is_barred_from(open.id)) THEN RETURN 'BARRED'; END IF;
  PERFORM public.end_enrolment(open.id, ended_by) FROM unnest(enrolled) AS open (id);
  DELETE FROM public.pickup_cards cards WHERE cards.family_id = home AND cards.school_id = school;
  DELETE FROM public.school_families registered WHERE registered.family_id = home AND registered.school_id = school;
  RETURN CASE WHEN FOUND THEN 'DONE' ELSE 'NONE' END;
END
$$;
-- Ends the place of the account in scope at a school where it works.
CREATE FUNCTION leave_staff(school uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  PERFORM FROM public.accounts WHERE accounts.id = account FOR NO KEY UPDATE;
  PERFORM FROM public.schools WHERE schools.id = school FOR NO KEY UPDATE;
  DELETE FROM public.school_staff staff WHERE staff.school_id = school AND staff.account_id = account;
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF NOT EXISTS (
    SELECT 1 FROM public.school_staff known WHERE known.school_id = school AND known.role = 'ADMINISTRATOR'
  ) THEN RETURN 'LAST'; END IF;
  RETURN 'DONE';
END
$$;

-- Card readers.

-- Adds a reader to a school that the account in scope administers: at most 100 of them that are not revoked.
CREATE FUNCTION create_card_reader(school uuid, reader uuid, reader_name text, reader_order text, hash bytea) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.schools
  WHERE schools.id = school AND schools.id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[])
  FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF (
    SELECT count(*) FROM public.card_readers readers WHERE readers.school_id = school AND readers.revoked_at IS NULL
  ) >= 100 THEN RETURN 'LIMIT'; END IF;
  INSERT INTO public.card_readers (school_id, id, name, byte_order) VALUES (school, reader, reader_name, reader_order);
  INSERT INTO public.card_reader_tokens (school_id, reader_id, token_hash) VALUES (school, reader, hash);
  RETURN 'DONE';
END
$$;
-- Whether a reader has this token, and is not revoked.
CREATE FUNCTION reader_stands(hash bytea) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.card_reader_tokens tokens
    JOIN public.card_readers readers ON readers.school_id = tokens.school_id AND readers.id = tokens.reader_id
    WHERE tokens.token_hash = hash AND readers.revoked_at IS NULL);
END
$$;
-- The reader with this token comes into scope, and stays so until the transaction ends. It fails where there is none: see ReaderCheck.
CREATE FUNCTION lock_reader(hash bytea) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  school uuid;
BEGIN
  SELECT readers.school_id INTO school FROM public.card_readers readers
  WHERE readers.revoked_at IS NULL AND (readers.school_id, readers.id) IN (
    SELECT tokens.school_id, tokens.reader_id FROM public.card_reader_tokens tokens WHERE tokens.token_hash = hash)
  FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such card reader' USING ERRCODE = 'invalid_authorization_specification'; END IF;
  PERFORM set_config('hatched.reader_school_ids', ARRAY[school]::text, true);
END
$$;
-- The school of the reader in scope, and the order in which it reports bytes.
CREATE FUNCTION reader_in_scope(hash bytea) RETURNS TABLE (school_id uuid, byte_order text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT readers.school_id, readers.byte_order FROM public.card_readers readers
    JOIN public.card_reader_tokens tokens ON tokens.school_id = readers.school_id AND tokens.reader_id = readers.id
    WHERE tokens.token_hash = hash
      AND readers.school_id = ANY (nullif(current_setting('hatched.reader_school_ids', true), '')::uuid[]);
END
$$;
-- The enrolments that a card asks for at the school of the reader in scope: none for a card that is unknown or blocked, and none from
-- which the school has barred its parent. Then staff are told, at most every ten minutes. Locks the card's family, and bumps the
-- versions of the classes, in order.
CREATE FUNCTION enter_card(hashes bytea[])
RETURNS TABLE (enrolment_id uuid, family_id uuid, class_id uuid, school_id uuid, is_open boolean, is_absent boolean, asked_by text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  places uuid[] := nullif(current_setting('hatched.reader_school_ids', true), '')::uuid[];
  code public.pickup_card_codes;
  card public.pickup_cards;
BEGIN
  SELECT * INTO code FROM public.pickup_card_codes codes WHERE codes.school_id = ANY (places) AND codes.card_hash = ANY (hashes);
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM public.families WHERE families.family_id = code.held_by FOR NO KEY UPDATE;
  SELECT * INTO card FROM public.pickup_cards cards
  WHERE cards.family_id = code.held_by AND cards.id = code.card_id AND cards.blocked_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM public.bump_places(ARRAY(
    SELECT rows.class_id FROM public.enrolments rows
    WHERE rows.family_id = card.family_id AND rows.staff_school_id = card.school_id AND rows.class_id IS NOT NULL));
  INSERT INTO public.school_notices (family_id, enrolment_id, kind, person_name)
  SELECT card.family_id, guardians.enrolment_id, 'BARRED_CARD', guardians.name FROM public.pickup_guardians guardians
  WHERE guardians.family_id = card.family_id AND guardians.member_id = card.member_id AND guardians.is_barred
    AND guardians.staff_school_id = card.school_id AND NOT EXISTS (
      SELECT 1 FROM public.school_notices told
      WHERE told.family_id = card.family_id AND told.enrolment_id = guardians.enrolment_id AND told.kind = 'BARRED_CARD'
        AND told.created_at > now() - interval '10 minutes');
  RETURN QUERY
    SELECT rows.id, rows.family_id, rows.class_id, rows.staff_school_id,
      schools.pickup_from IS NULL OR clock.today::time BETWEEN schools.pickup_from AND schools.pickup_until,
      rows.absent_on IS NOT DISTINCT FROM clock.today::date, guardians.name
    FROM public.enrolments rows
    JOIN public.pickup_guardians guardians ON guardians.family_id = card.family_id AND guardians.enrolment_id = rows.id
      AND guardians.member_id = card.member_id AND NOT guardians.is_barred
    JOIN public.schools ON schools.id = rows.school_id
    CROSS JOIN LATERAL (SELECT now() AT TIME ZONE schools.time_zone AS today) AS clock
    WHERE rows.family_id = card.family_id AND rows.staff_school_id = card.school_id AND rows.state = 'CONFIRMED'
    ORDER BY rows.student_name, rows.id;
END
$$;
-- The days of enrolments, as a reader sees them too.
CREATE OR REPLACE FUNCTION pickup_days(enrolled uuid[])
RETURNS TABLE (enrolment_id uuid, day date, day_ends_at timestamptz, is_open boolean, is_absent boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  staffed uuid[] := nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[];
  taught uuid[] := nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[];
  read uuid[] := nullif(current_setting('hatched.reader_school_ids', true), '')::uuid[];
BEGIN
  RETURN QUERY
    SELECT rows.id, clock.today::date, (clock.today::date + 1)::timestamp AT TIME ZONE schools.time_zone,
      schools.pickup_from IS NULL OR clock.today::time BETWEEN schools.pickup_from AND schools.pickup_until,
      rows.absent_on IS NOT DISTINCT FROM clock.today::date
    FROM public.enrolments rows
    JOIN public.schools ON schools.id = rows.school_id
    CROSS JOIN LATERAL (SELECT now() AT TIME ZONE schools.time_zone AS today) AS clock
    WHERE rows.id = ANY (enrolled) AND rows.state = 'CONFIRMED'
      AND (rows.family_id = home OR rows.staff_school_id = ANY (staffed) OR rows.class_id = ANY (taught)
        OR rows.staff_school_id = ANY (read));
END
$$;

REVOKE ALL ON FUNCTION
  bar_member(), forget_card_code(), is_barred_from(uuid), link_card(uuid, uuid, bytea[]), leave_school(uuid, text), leave_staff(uuid), create_card_reader(uuid, uuid, text, text, bytea),
  reader_stands(bytea),
  lock_reader(bytea),
  reader_in_scope(bytea), enter_card(bytea[])
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  is_barred_from(uuid), link_card(uuid, uuid, bytea[]), leave_school(uuid, text), leave_staff(uuid), create_card_reader(uuid, uuid, text, text, bytea),
  reader_stands(bytea),
  lock_reader(bytea),
  reader_in_scope(bytea), enter_card(bytea[])
TO hatched_app;
