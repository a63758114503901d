-- How far parents and staff have read the messages about a student, so that each side sees how many are unread. What a row says is its
-- reader's own business.

-- Of a parent.
CREATE TABLE message_reads (
  family_id    uuid NOT NULL,
  id           uuid NOT NULL DEFAULT gen_random_uuid(),
  member_id    uuid NOT NULL,
  enrolment_id uuid NOT NULL,
  read_until   timestamptz NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT message_reads_key PRIMARY KEY (family_id, id),
  CONSTRAINT message_reads_once UNIQUE (family_id, member_id, enrolment_id)
);
-- Of an account that works at the school. The enrolment is on the machine of its family: no key refers to it, and forget_pickups()
-- removes rows that say nothing any more.
CREATE TABLE staff_message_reads (
  account_id   uuid NOT NULL,
  id           uuid NOT NULL DEFAULT gen_random_uuid(),
  enrolment_id uuid NOT NULL,
  read_until   timestamptz NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT staff_message_reads_key PRIMARY KEY (account_id, id),
  CONSTRAINT staff_message_reads_once UNIQUE (account_id, enrolment_id)
);
CREATE INDEX message_reads_by_enrolment ON message_reads (family_id, enrolment_id);
CREATE INDEX staff_message_reads_by_time ON staff_message_reads (read_until);
ALTER TABLE message_reads ADD CONSTRAINT message_reads_member
  FOREIGN KEY (family_id, member_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
ALTER TABLE message_reads ADD CONSTRAINT message_reads_enrolment
  FOREIGN KEY (family_id, enrolment_id) REFERENCES enrolments (family_id, id) ON DELETE CASCADE;
ALTER TABLE staff_message_reads ADD CONSTRAINT staff_message_reads_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE message_reads       ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE staff_message_reads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON message_reads TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY account_scope ON staff_message_reads TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  WITH CHECK (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON message_reads, staff_message_reads TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, member_id, enrolment_id, created_at ON message_reads
  EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER fixed_columns BEFORE UPDATE OF account_id, id, enrolment_id, created_at ON staff_message_reads
  EXECUTE FUNCTION refuse_fixed_columns();
SELECT track_versions('message_reads'), track_versions('staff_message_reads', 'bump_account_rows');

-- Marks messages of enrolments as read that came until a moment, as a member of the family in scope: never fewer than before. A second
-- request at the same time waits for the row.
CREATE FUNCTION read_messages(enrolled uuid[], member uuid, until timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  -- What a client shows is cut to milliseconds: what came in the same one was shown. Without a moment it is now.
  moment timestamptz := least(until + interval '1 ms', now());
BEGIN
  INSERT INTO public.message_reads AS known (family_id, member_id, enrolment_id, read_until)
  SELECT home, member, given.id, moment FROM unnest(enrolled) AS given (id) ORDER BY given.id
  ON CONFLICT ON CONSTRAINT message_reads_once DO UPDATE SET read_until = EXCLUDED.read_until
  WHERE known.read_until < EXCLUDED.read_until;
END
$$;
-- The same as the account in scope.
CREATE FUNCTION read_messages_as_staff(enrolled uuid[], until timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  -- What a client shows is cut to milliseconds: what came in the same one was shown. Without a moment it is now.
  moment timestamptz := least(until + interval '1 ms', now());
BEGIN
  INSERT INTO public.staff_message_reads AS known (account_id, enrolment_id, read_until)
  SELECT account, given.id, moment FROM unnest(enrolled) AS given (id) ORDER BY given.id
  ON CONFLICT ON CONSTRAINT staff_message_reads_once DO UPDATE SET read_until = EXCLUDED.read_until
  WHERE known.read_until < EXCLUDED.read_until;
END
$$;

-- As before, and how far staff had read messages that are forgotten.
CREATE OR REPLACE FUNCTION forget_pickups(at_once int, days int) RETURNS int
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
  DELETE FROM public.staff_message_reads rows WHERE (rows.account_id, rows.id) IN (
    SELECT old.account_id, old.id FROM public.staff_message_reads old WHERE old.read_until < limits[1] LIMIT at_once);
  RETURN forgotten + gone;
END
$$;

-- The enrolments that a card asks for at the school of the reader in scope: none for a card that is unknown or blocked, and none from
-- which the school has barred its parent, or for which it has not confirmed it yet. Of bars staff are told, at most every ten minutes.
-- Locks the card's family, and bumps the versions of the classes, in order.
CREATE OR REPLACE FUNCTION enter_card(hashes bytea[])
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
      AND guardians.member_id = card.member_id AND guardians.is_confirmed AND NOT guardians.is_barred
    JOIN public.schools ON schools.id = rows.school_id
    CROSS JOIN LATERAL (SELECT now() AT TIME ZONE schools.time_zone AS today) AS clock
    WHERE rows.family_id = card.family_id AND rows.staff_school_id = card.school_id AND rows.state = 'CONFIRMED'
    ORDER BY rows.student_name, rows.id;
END
$$;

REVOKE ALL ON FUNCTION read_messages(uuid[], uuid, timestamptz), read_messages_as_staff(uuid[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION read_messages(uuid[], uuid, timestamptz), read_messages_as_staff(uuid[], timestamptz) TO hatched_app;
