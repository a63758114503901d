-- What parents are told of the steps of a dismissal, and of absence: a step and its undoing within a minute are one notice, and a
-- student has at most 20 notices an hour for each parent, and 60 of messages. What comes after takes the place of the latest, so that
-- it always tells how things are.

ALTER TABLE notifications
  -- The enrolment and the dismissal of a notice of the kind PICKUP. A dismissal is forgotten before its notice: no key refers to it.
  ADD COLUMN enrolment_id uuid,
  ADD COLUMN dismissal_id uuid,
  -- What happened: the words of the title follow from it.
  ADD COLUMN step text;
ALTER TABLE notifications ADD CONSTRAINT notifications_step CHECK (
  step IS NULL OR (
    step IN ('REQUESTED', 'CANCELLED', 'READY', 'NOT_READY', 'CONFIRMED', 'REOPENED', 'ABSENT', 'PRESENT', 'LEFT_WAITING')
    AND enrolment_id IS NOT NULL));
ALTER TABLE notifications ADD CONSTRAINT notifications_enrolment
  FOREIGN KEY (family_id, enrolment_id) REFERENCES enrolments (family_id, id) ON DELETE CASCADE;
CREATE INDEX notifications_by_enrolment ON notifications (family_id, enrolment_id, recipient_id, created_at)
  WHERE enrolment_id IS NOT NULL;
SELECT track_usage('notifications', sampled => true, oldest => 'created_at');

-- The steps that undo each other are one matter.
CREATE FUNCTION matter_of_step(step text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN CASE step
    WHEN 'CANCELLED' THEN 'REQUESTED' WHEN 'NOT_READY' THEN 'READY' WHEN 'REOPENED' THEN 'CONFIRMED' WHEN 'PRESENT' THEN 'ABSENT'
    ELSE step END;
END
$$;

-- Puts a push into the outbox for each device of the recipient of a notification that tells something else now, five seconds from now.
-- A push that waits is enough: its text is read when it is sent. With the owner's rights, as push_notifications().
CREATE FUNCTION push_again(home uuid, told uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
BEGIN
  INSERT INTO public.messages (
    id, channel, address, kind, locale, arguments, recipient_id, expires_at, due_at, home_id, notification_id, device_id, platform)
  SELECT gen_random_uuid(), 'PUSH', devices.token, lower(replace(changed.kind, '_', '-')), 'en', '{}'::jsonb, recipients.account_id,
    moment + interval '30 minutes', moment + interval '5 seconds', home, told, devices.id, devices.platform
  FROM public.notifications changed
  JOIN public.members recipients ON recipients.family_id = home AND recipients.id = changed.recipient_id
    AND recipients.account_id IS NOT NULL AND recipients.push_notifications
    AND NOT changed.kind = ANY (recipients.push_muted_kinds)
  JOIN public.devices ON devices.family_id = home AND devices.member_id = changed.recipient_id
  JOIN public.push_senders senders ON senders.platform = devices.platform AND senders.seen_at > moment - interval '1 day'
  WHERE changed.family_id = home AND changed.id = told AND NOT EXISTS (
    SELECT 1 FROM public.messages waiting
    WHERE waiting.recipient_id = recipients.account_id AND waiting.channel = 'PUSH' AND waiting.ended_at IS NULL
      AND waiting.state = 'WAITING' AND waiting.notification_id = told AND waiting.device_id = devices.id)
    AND (
      SELECT count(*) FROM public.messages unsent
      WHERE unsent.recipient_id = recipients.account_id AND unsent.channel = 'PUSH' AND unsent.ended_at IS NULL) < 200;
END
$$;

-- Tells the parents of an enrolment something, who have an account and have not done it themselves, but those whom the school has barred
-- from the student. With the owner's rights, since staff tell what no row of theirs shows, and since it changes notices of others. The
-- family is locked.
DROP FUNCTION tell_parents(uuid, uuid, uuid, text, text, text) CASCADE;
CREATE FUNCTION tell_parents(
  home uuid, enrolment uuid, student uuid, dismissal uuid, subject text, new_step text, new_title text, new_body text
) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  parent uuid;
  former uuid;
BEGIN
  FOR parent IN
    SELECT parents.id FROM public.members parents
    WHERE parents.family_id = home AND parents.role = 'PARENT' AND parents.account_id IS NOT NULL
      AND parents.account_id IS DISTINCT FROM nullif(current_setting('hatched.account_id', true), '')::uuid
      AND NOT EXISTS (
        SELECT 1 FROM public.pickup_guardians barred
        WHERE barred.family_id = home AND barred.enrolment_id = enrolment AND barred.member_id = parents.id AND barred.is_barred)
    ORDER BY parents.id
  LOOP
    former := NULL;
    IF new_step IS NOT NULL THEN
      -- The same matter, a minute ago, which nobody has read.
      SELECT told.id INTO former FROM public.notifications told
      WHERE told.family_id = home AND told.enrolment_id = enrolment AND told.recipient_id = parent AND told.read_at IS NULL
        AND told.deleted_at IS NULL AND told.created_at > now() - interval '1 minute'
        AND public.matter_of_step(told.step) = public.matter_of_step(new_step)
      ORDER BY told.created_at DESC, told.id DESC LIMIT 1;
    END IF;
    IF former IS NULL AND (
      SELECT count(*) FROM public.notifications told
      WHERE told.family_id = home AND told.enrolment_id = enrolment AND told.recipient_id = parent AND told.kind = subject
        AND told.created_at > now() - interval '1 hour') >= (CASE WHEN new_step IS NULL THEN 60 ELSE 20 END)
    THEN
      SELECT told.id INTO former FROM public.notifications told
      WHERE told.family_id = home AND told.enrolment_id = enrolment AND told.recipient_id = parent AND told.kind = subject
      ORDER BY told.created_at DESC, told.id DESC LIMIT 1;
    END IF;
    IF former IS NULL THEN
      INSERT INTO public.notifications (
        family_id, id, recipient_id, kind, title, body, student_id, enrolment_id, dismissal_id, step)
      VALUES (
        home, public.time_ordered_id(), parent, subject, left(new_title, 300), left(new_body, 3000), student, enrolment, dismissal,
        new_step);
    ELSE
      UPDATE public.notifications AS told
      SET title = left(new_title, 300), body = left(new_body, 3000), dismissal_id = dismissal, step = new_step, created_at = now(),
        read_at = NULL, deleted_at = NULL, version = told.version + 1, updated_at = now()
      WHERE told.family_id = home AND told.id = former;
      PERFORM public.push_again(home, former);
    END IF;
  END LOOP;
END
$$;

-- With the owner's rights, as tell_parents(). A dismissal that ends because the student is absent is told as the absence.
CREATE OR REPLACE FUNCTION tell_of_dismissal() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  step text := NEW.state;
  title text;
  body text;
BEGIN
  -- Of days that have ended, such as those of a copy that is read in, there is nothing to tell.
  IF NEW.day_ends_at <= now() THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.state = 'REQUESTED' THEN step := 'NOT_READY'; END IF;
    IF NEW.state = 'READY' AND OLD.state = 'CONFIRMED' THEN step := 'REOPENED'; END IF;
    IF NEW.state = 'CANCELLED' AND EXISTS (
      SELECT 1 FROM public.enrolments rows
      WHERE rows.family_id = NEW.family_id AND rows.id = NEW.enrolment_id AND rows.absent_on = NEW.day)
    THEN step := 'ABSENT'; END IF;
  END IF;
  CASE step
    WHEN 'REQUESTED' THEN
      title := NEW.student_name || ' was asked for';
      body := NEW.requested_by || ' asked for ' || NEW.student_name || '.';
    WHEN 'NOT_READY' THEN
      title := NEW.student_name || ' is not ready yet';
      body := NEW.student_name || ' is not at the pickup yet.';
    WHEN 'READY' THEN
      title := NEW.student_name || ' is ready';
      body := coalesce(NEW.ready_by || ' has ' || NEW.student_name || ' at the pickup.', NEW.student_name || ' is at the pickup.');
    WHEN 'REOPENED' THEN
      title := NEW.student_name || ' is ready again';
      body := coalesce(NEW.reopened_by || ' took the confirmation back' || coalesce(': ' || NEW.reopening_reason, '.'),
        'The confirmation was taken back.');
    WHEN 'CONFIRMED' THEN
      title := NEW.student_name || ' was picked up';
      body := coalesce(NEW.confirmed_by || ' handed ' || NEW.student_name || ' to ' || NEW.handed_to || '.',
        NEW.confirmed_by || ' has ' || NEW.student_name || '.', NEW.student_name || ' was picked up.');
    WHEN 'CANCELLED' THEN
      title := NEW.student_name || ': the pickup was cancelled';
      body := coalesce(NEW.cancelled_by || ' cancelled it' || coalesce(': ' || NEW.cancellation_reason, '.'), 'It was cancelled.');
    WHEN 'ABSENT' THEN
      title := NEW.student_name || ' was marked absent';
      body := coalesce(NEW.cancelled_by || ' marked ' || NEW.student_name || ' absent today: the pickup was cancelled.',
        NEW.student_name || ' is absent today: the pickup was cancelled.');
    ELSE RETURN NULL;
  END CASE;
  PERFORM public.tell_parents(NEW.family_id, NEW.enrolment_id, NEW.student_id, NEW.id, 'PICKUP', step, title, body);
  RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION tell_of_message() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known public.enrolments;
BEGIN
  IF NEW.created_at < now() - interval '1 day' THEN RETURN NULL; END IF;
  SELECT * INTO known FROM public.enrolments rows WHERE rows.family_id = NEW.family_id AND rows.id = NEW.enrolment_id;
  PERFORM public.tell_parents(
    NEW.family_id, NEW.enrolment_id, known.student_id, NULL, 'SCHOOL_MESSAGE', NULL, NEW.author_name || ' on ' || known.student_name,
    NEW.text);
  RETURN NULL;
END
$$;
-- As before, and staff are told of one student at most every ten minutes.
CREATE OR REPLACE FUNCTION tell_who_waits(at_once int) RETURNS int
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
    RETURNING open.family_id, open.id, open.enrolment_id, open.student_id, open.student_name
  ), noted AS (
    INSERT INTO public.school_notices (family_id, enrolment_id, kind)
    SELECT late.family_id, late.enrolment_id, 'LEFT_WAITING' FROM late WHERE NOT EXISTS (
      SELECT 1 FROM public.school_notices before
      WHERE before.family_id = late.family_id AND before.enrolment_id = late.enrolment_id AND before.kind = 'LEFT_WAITING'
        AND before.created_at > now() - interval '10 minutes')
  )
  SELECT count(public.tell_parents(
    late.family_id, late.enrolment_id, late.student_id, late.id, 'PICKUP', 'LEFT_WAITING', late.student_name || ' is still at school',
    'The school''s hours for pickup have ended, and ' || late.student_name || ' is still there.')) INTO told
  FROM late;
  RETURN told;
END
$$;

-- Says for a day whether students are absent, as staff, who are named for each. The families are locked. Parents are told of each who
-- was not marked so before; of one with an open dismissal by its end. Returns how many there are. With the owner's rights, since
-- functions alone change enrolments.
DROP FUNCTION mark_absence(uuid[], boolean);
CREATE FUNCTION mark_absence(enrolled uuid[], is_absent boolean, marked_by text[]) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  staffed uuid[] := nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[];
  taught uuid[] := nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[];
  known record;
  marked int := 0;
BEGIN
  FOR known IN
    UPDATE public.enrolments AS rows
    SET absent_on = CASE WHEN is_absent THEN days.day END, version = rows.version + 1, updated_at = now()
    FROM (SELECT schools.id, (now() AT TIME ZONE schools.time_zone)::date AS day FROM public.schools) AS days,
      unnest(enrolled, marked_by) AS given (id, name)
    WHERE days.id = rows.school_id AND rows.id = given.id
      AND (rows.staff_school_id = ANY (staffed) OR rows.class_id = ANY (taught))
      AND (rows.absent_on IS NOT DISTINCT FROM days.day) <> is_absent
    RETURNING rows.family_id, rows.id, rows.student_id, rows.student_name, given.name
  LOOP
    marked := marked + 1;
    IF NOT is_absent THEN
      PERFORM public.tell_parents(
        known.family_id, known.id, known.student_id, NULL, 'PICKUP', 'PRESENT', known.student_name || ' is not absent',
        known.name || ' took back that ' || known.student_name || ' is absent today.');
    ELSIF NOT EXISTS (
      SELECT 1 FROM public.dismissals open
      WHERE open.family_id = known.family_id AND open.enrolment_id = known.id AND open.state IN ('REQUESTED', 'READY')
        AND open.day_ends_at > now())
    THEN
      PERFORM public.tell_parents(
        known.family_id, known.id, known.student_id, NULL, 'PICKUP', 'ABSENT', known.student_name || ' was marked absent',
        known.name || ' marked ' || known.student_name || ' absent today.');
    END IF;
  END LOOP;
  RETURN marked;
END
$$;

REVOKE ALL ON FUNCTION
  matter_of_step(text), push_again(uuid, uuid), tell_parents(uuid, uuid, uuid, uuid, text, text, text, text),
  mark_absence(uuid[], boolean, text[])
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mark_absence(uuid[], boolean, text[]) TO hatched_app;
