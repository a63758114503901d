-- Devices of people who work at schools, which get pushes of what parents write and ask for. Those of members of families are in
-- `devices`: an account without a family has none there, and one with both has each app, or each side of one app, as it registers it.

CREATE TABLE staff_devices (
  account_id    uuid NOT NULL,
  id            uuid NOT NULL,
  platform      text NOT NULL,
  -- What the platform's push service knows the device by.
  token         text NOT NULL,
  -- Whether it is told of messages of parents, and of requests for students; of all classes for whoever sees the whole school, or of
  -- none but the classes that the account teaches.
  messages      boolean NOT NULL DEFAULT true,
  requests      boolean NOT NULL DEFAULT true,
  all_classes   boolean NOT NULL DEFAULT false,
  -- Whether a locked screen may show the names of children and people's words.
  shows_names   boolean NOT NULL DEFAULT false,
  -- The hours of a day in which messages wait, on the clock of the school; over midnight where the first is the later one. Null for none.
  quiet_from    time,
  quiet_until   time,
  registered_at timestamptz NOT NULL DEFAULT now(),
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  version       int NOT NULL DEFAULT 1,
  CONSTRAINT staff_devices_key PRIMARY KEY (account_id, id),
  CONSTRAINT staff_devices_platform CHECK (platform IN ('IOS', 'ANDROID')),
  CONSTRAINT staff_devices_text CHECK (length(token) BETWEEN 1 AND 500),
  CONSTRAINT staff_devices_quiet CHECK (
    coalesce(quiet_from <> quiet_until, quiet_from IS NULL AND quiet_until IS NULL))
);
CREATE INDEX staff_devices_by_token ON staff_devices (platform, token);
ALTER TABLE staff_devices ADD CONSTRAINT staff_devices_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE staff_devices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_scope ON staff_devices TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  WITH CHECK (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
GRANT SELECT, UPDATE, DELETE ON staff_devices TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF account_id, id, platform, token, created_at ON staff_devices
  EXECUTE FUNCTION refuse_fixed_columns();
SELECT track_versions('staff_devices', 'bump_account_rows');

-- Registers a device of the account in scope, or notes that it is still there, and returns its id; null for an account that works at no
-- school. A token is one account's, the last: the row of another is in no scope. An account has at most 20 devices. The account is locked,
-- so that two requests make one.
CREATE FUNCTION register_staff_device(device uuid, device_platform text, device_token text) RETURNS uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  known uuid;
  homes uuid[];
  free bigint;
BEGIN
  -- Two accounts that register one device at the same time follow each other.
  PERFORM pg_advisory_xact_lock(hashtextextended(device_platform || ' ' || device_token, 0));
  PERFORM FROM public.accounts WHERE accounts.id = account FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT 1 FROM public.school_staff staff WHERE staff.account_id = account) THEN RETURN NULL; END IF;
  DELETE FROM public.staff_devices others
  WHERE others.platform = device_platform AND others.token = device_token AND others.account_id <> account;
  -- Members of families who had the device have it no more: see take_over_device(), also for the lock that is not waited for.
  homes := ARRAY(
    SELECT DISTINCT taken.family_id FROM public.devices taken
    JOIN public.members ON members.family_id = taken.family_id AND members.id = taken.member_id
    WHERE taken.platform = device_platform AND taken.token = device_token AND members.account_id IS DISTINCT FROM account);
  IF cardinality(homes) > 0 THEN
    SELECT count(*) INTO free FROM (
      SELECT 1 FROM public.families WHERE families.family_id = ANY (homes) FOR NO KEY UPDATE SKIP LOCKED) AS locked;
    IF free < cardinality(homes) THEN
      RAISE EXCEPTION 'the family that has the device is being changed' USING ERRCODE = 'serialization_failure';
    END IF;
    DELETE FROM public.devices taken USING public.members
    WHERE taken.platform = device_platform AND taken.token = device_token AND members.family_id = taken.family_id
      AND members.id = taken.member_id AND members.account_id IS DISTINCT FROM account;
  END IF;
  UPDATE public.staff_devices AS own SET registered_at = now(), version = own.version + 1, updated_at = now()
  WHERE own.account_id = account AND own.platform = device_platform AND own.token = device_token
  RETURNING own.id INTO known;
  IF known IS NOT NULL THEN RETURN known; END IF;
  INSERT INTO public.staff_devices (account_id, id, platform, token) VALUES (account, device, device_platform, device_token);
  DELETE FROM public.staff_devices old WHERE old.account_id = account AND old.id IN (
    SELECT own.id FROM public.staff_devices own WHERE own.account_id = account
    ORDER BY own.registered_at DESC, own.id DESC OFFSET 20);
  RETURN device;
END
$$;

-- Puts a push into the outbox for each device of the staff of a class that wants it: 'class-message' of a parent's message, 'class-request'
-- of a dismissal. With the owner's rights, as the outbox is nobody's, and the devices are of other accounts.
CREATE FUNCTION push_to_staff(subject text, home uuid, about uuid, school uuid, class uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
  author uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  reached text[];
BEGIN
  reached := ARRAY(
    SELECT senders.platform FROM public.push_senders senders WHERE senders.seen_at > moment - interval '1 day');
  IF cardinality(reached) = 0 OR school IS NULL THEN RETURN; END IF;
  INSERT INTO public.messages (
    id, channel, address, kind, locale, arguments, recipient_id, expires_at, home_id, notification_id, device_id, platform)
  SELECT gen_random_uuid(), 'PUSH', devices.token, subject, 'en', '{}'::jsonb, devices.account_id,
    moment + CASE subject WHEN 'class-request' THEN interval '30 minutes' ELSE interval '1 day' END, home, about, devices.id,
    devices.platform
  FROM public.school_staff staff JOIN public.staff_devices devices ON devices.account_id = staff.account_id
  WHERE staff.school_id = school AND devices.platform = ANY (reached) AND devices.account_id IS DISTINCT FROM author
    AND CASE subject WHEN 'class-request' THEN devices.requests ELSE devices.messages END
    AND (staff.role <> 'TEACHER' AND devices.all_classes OR EXISTS (
      SELECT 1 FROM public.school_staff_classes taught WHERE taught.account_id = staff.account_id AND taught.class_id = class))
    AND (
      SELECT count(*) FROM public.messages unsent
      WHERE unsent.recipient_id = devices.account_id AND unsent.channel = 'PUSH' AND unsent.ended_at IS NULL) < 200;
END
$$;
-- The text of a push to staff, with the end of quiet hours in which a message waits; no row for one that is needless: what was read, a
-- student who is asked for no more, a device that was given up, and an account that does not see the class any more.
CREATE FUNCTION staff_push(subject text, home uuid, about uuid, account uuid, device uuid, device_token text, moment timestamptz)
RETURNS TABLE (title text, body text, student_id uuid, student_name text, shows_names boolean, quiet_end timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT told.title, told.body, told.student_id, told.student_name, devices.shows_names,
      CASE subject WHEN 'class-message' THEN
        public.push_quiet_end(devices.quiet_from, devices.quiet_until, schools.time_zone, moment) END
    FROM (
      SELECT sent.staff_school_id, sent.class_id, sent.author_name || ' on ' || rows.student_name AS title, sent.text AS body,
        rows.student_id, rows.student_name
      FROM public.class_messages sent
      JOIN public.enrolments rows ON rows.family_id = sent.family_id AND rows.id = sent.enrolment_id
      WHERE subject = 'class-message' AND sent.family_id = home AND sent.id = about AND NOT EXISTS (
        SELECT 1 FROM public.staff_message_reads reads
        WHERE reads.account_id = account AND reads.enrolment_id = sent.enrolment_id AND reads.read_until >= sent.created_at)
      UNION ALL
      SELECT open.staff_school_id, open.class_id, open.student_name || ' was asked for',
        open.requested_by || ' asked for ' || open.student_name || '.', open.student_id, open.student_name
      FROM public.dismissals open
      WHERE subject = 'class-request' AND open.family_id = home AND open.id = about AND open.state = 'REQUESTED'
        AND open.day_ends_at > moment
    ) AS told
    JOIN public.schools ON schools.id = told.staff_school_id
    JOIN public.school_staff staff ON staff.school_id = told.staff_school_id AND staff.account_id = account
    JOIN public.staff_devices devices ON devices.account_id = account AND devices.id = device AND devices.token = device_token
    WHERE CASE subject WHEN 'class-request' THEN devices.requests ELSE devices.messages END
      AND (staff.role <> 'TEACHER' AND devices.all_classes OR EXISTS (
        SELECT 1 FROM public.school_staff_classes taught WHERE taught.account_id = account AND taught.class_id = told.class_id));
END
$$;
-- A parent's message, and a request for a student: of days that have not ended, and not those of a copy that is read in.
CREATE FUNCTION push_class_message() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.created_at > now() - interval '1 day' THEN
    PERFORM public.push_to_staff('class-message', NEW.family_id, NEW.id, NEW.staff_school_id, NEW.class_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER pushed AFTER INSERT ON class_messages FOR EACH ROW WHEN (NOT NEW.is_from_staff) EXECUTE FUNCTION push_class_message();
CREATE FUNCTION push_class_request() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.day_ends_at > now() THEN
    PERFORM public.push_to_staff('class-request', NEW.family_id, NEW.id, NEW.staff_school_id, NEW.class_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER pushed AFTER INSERT ON dismissals FOR EACH ROW WHEN (NEW.state = 'REQUESTED') EXECUTE FUNCTION push_class_request();

-- As before, and pushes to staff.
CREATE OR REPLACE FUNCTION claim_pushes(sender uuid, platforms text[], most int, seconds int, held uuid[])
RETURNS TABLE (
  id uuid, attempts int, expires_at int8, platform text, token text, kind text, title text, body text, notification_id uuid,
  student_id uuid, student_name text, assignment_id uuid, assignment_title text, shows_names boolean, badge int
)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := now();
  of_staff text[] := ARRAY['class-message', 'class-request'];
  taken uuid[];
  begun boolean;
BEGIN
  IF EXISTS (
    SELECT 1 FROM unnest(platforms) AS mine (platform)
    LEFT JOIN public.push_senders known ON known.platform = mine.platform AND known.seen_at > moment - interval '1 hour'
    WHERE known.platform IS NULL)
  THEN
    INSERT INTO public.push_senders AS known (platform, seen_at)
    SELECT mine.platform, moment FROM unnest(platforms) AS mine (platform) ORDER BY mine.platform
    ON CONFLICT (platform) DO UPDATE SET seen_at = EXCLUDED.seen_at;
  END IF;
  UPDATE public.messages AS lost SET state = 'WAITING', claimed_by = NULL, claimed_until = NULL
  WHERE lost.state = 'SENDING' AND lost.claimed_by = sender AND NOT lost.id = ANY (held);
  LOOP
    taken := ARRAY(
      SELECT waiting.id FROM public.messages waiting
      WHERE waiting.channel = 'PUSH' AND waiting.state = 'WAITING' AND waiting.due_at <= moment AND waiting.expires_at > moment
        AND waiting.platform = ANY (platforms)
      ORDER BY waiting.kind <> 'pickup', waiting.due_at LIMIT most FOR NO KEY UPDATE SKIP LOCKED);
    IF cardinality(taken) = 0 THEN RETURN; END IF;
    DELETE FROM public.messages AS needless
    WHERE needless.id = ANY (taken) AND NOT needless.kind = ANY (of_staff) AND NOT EXISTS (
      SELECT 1 FROM public.notifications told
      JOIN public.members recipients ON recipients.family_id = told.family_id AND recipients.id = told.recipient_id
      JOIN public.devices ON devices.family_id = told.family_id AND devices.member_id = told.recipient_id
      WHERE told.family_id = needless.home_id AND told.id = needless.notification_id AND told.read_at IS NULL
        AND told.deleted_at IS NULL AND recipients.account_id = needless.recipient_id AND recipients.push_notifications
        AND NOT told.kind = ANY (recipients.push_muted_kinds) AND devices.id = needless.device_id
        AND devices.token = needless.address);
    DELETE FROM public.messages AS needless
    WHERE needless.id = ANY (taken) AND needless.kind = ANY (of_staff) AND NOT EXISTS (
      SELECT 1 FROM public.staff_push(
        needless.kind, needless.home_id, needless.notification_id, needless.recipient_id, needless.device_id, needless.address, moment));
    UPDATE public.messages AS quiet
    SET due_at = public.push_quiet_end(recipients.push_quiet_from, recipients.push_quiet_until, families.time_zone, moment)
    FROM public.notifications told
    JOIN public.members recipients ON recipients.family_id = told.family_id AND recipients.id = told.recipient_id
    JOIN public.families ON families.family_id = told.family_id
    WHERE quiet.id = ANY (taken) AND quiet.kind <> 'pickup' AND NOT quiet.kind = ANY (of_staff) AND told.family_id = quiet.home_id
      AND told.id = quiet.notification_id AND recipients.push_quiet_from IS NOT NULL
      AND public.push_quiet_end(recipients.push_quiet_from, recipients.push_quiet_until, families.time_zone, moment) IS NOT NULL;
    UPDATE public.messages AS quiet SET due_at = texts.quiet_end
    FROM (
      SELECT waiting.id, text.quiet_end FROM public.messages waiting
      CROSS JOIN LATERAL public.staff_push(
        waiting.kind, waiting.home_id, waiting.notification_id, waiting.recipient_id, waiting.device_id, waiting.address, moment) AS text
      WHERE waiting.id = ANY (taken) AND waiting.kind = ANY (of_staff) AND text.quiet_end IS NOT NULL
    ) AS texts
    WHERE quiet.id = texts.id;
    RETURN QUERY
      UPDATE public.messages AS begun
      SET state = 'SENDING', claimed_by = sender, claimed_until = moment + make_interval(secs => seconds)
      FROM public.notifications told
      JOIN public.members recipients ON recipients.family_id = told.family_id AND recipients.id = told.recipient_id
      JOIN public.devices ON devices.family_id = told.family_id AND devices.member_id = told.recipient_id
      LEFT JOIN public.members students ON students.family_id = told.family_id AND students.id = told.student_id
      LEFT JOIN public.assignments ON assignments.family_id = told.family_id AND assignments.id = told.assignment_id
      WHERE begun.id = ANY (taken) AND NOT begun.kind = ANY (of_staff) AND begun.due_at <= moment AND told.family_id = begun.home_id
        AND told.id = begun.notification_id AND devices.id = begun.device_id
      RETURNING begun.id, begun.attempts, extract(epoch FROM begun.expires_at)::int8, begun.platform, begun.address, told.kind,
        told.title, told.body, told.id, told.student_id, students.name, told.assignment_id, assignments.title,
        recipients.push_shows_names, (
          SELECT count(*)::int FROM public.notifications unread
          WHERE unread.family_id = told.family_id AND unread.recipient_id = told.recipient_id AND unread.deleted_at IS NULL
            AND unread.read_at IS NULL);
    begun := FOUND;
    RETURN QUERY
      UPDATE public.messages AS begun
      SET state = 'SENDING', claimed_by = sender, claimed_until = moment + make_interval(secs => seconds)
      FROM (
        SELECT waiting.id, text.* FROM public.messages waiting
        CROSS JOIN LATERAL public.staff_push(
          waiting.kind, waiting.home_id, waiting.notification_id, waiting.recipient_id, waiting.device_id, waiting.address, moment) AS text
        WHERE waiting.id = ANY (taken) AND waiting.kind = ANY (of_staff) AND waiting.due_at <= moment
      ) AS texts
      WHERE begun.id = texts.id
      RETURNING begun.id, begun.attempts, extract(epoch FROM begun.expires_at)::int8, begun.platform, begun.address,
        upper(replace(begun.kind, '-', '_')), texts.title, texts.body, begun.notification_id, texts.student_id, texts.student_name,
        NULL::uuid, NULL::text, texts.shows_names, (
          -- What the account has not read: as a member of its family, and of the classes that it teaches.
          SELECT count(*)::int FROM public.members own
          JOIN public.notifications unread ON unread.family_id = own.family_id AND unread.recipient_id = own.id
          WHERE own.account_id = begun.recipient_id AND unread.deleted_at IS NULL AND unread.read_at IS NULL
        ) + (
          SELECT count(*)::int FROM public.school_staff_classes taught
          JOIN public.class_messages unread ON unread.class_id = taught.class_id AND NOT unread.is_from_staff
          LEFT JOIN public.staff_message_reads reads
            ON reads.account_id = taught.account_id AND reads.enrolment_id = unread.enrolment_id
          WHERE taught.account_id = begun.recipient_id AND unread.created_at > coalesce(reads.read_until, '-infinity'));
    IF begun OR FOUND THEN RETURN; END IF;
  END LOOP;
END
$$;

-- A device of staff whose service says that it is gone is forgotten, as one of a family is: whatever way its push ended.
CREATE FUNCTION forget_staff_devices(sender uuid, outcomes jsonb) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.staff_devices
  USING public.messages known, jsonb_to_recordset(outcomes) AS ended (id uuid, outcome text, since float8)
  WHERE ended.outcome = 'GONE' AND known.id = ended.id AND known.state = 'SENDING' AND known.claimed_by = sender
    AND staff_devices.account_id = known.recipient_id AND staff_devices.id = known.device_id AND staff_devices.token = known.address
    AND (ended.since IS NULL OR staff_devices.registered_at <= to_timestamp(ended.since));
END
$$;

-- A device of a member, or of staff, for an operator who sends a test to it; no row where there is none.
CREATE OR REPLACE FUNCTION push_device(device uuid) RETURNS TABLE (platform text, token text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT known.platform, known.token FROM public.devices known WHERE known.id = device
    UNION ALL SELECT own.platform, own.token FROM public.staff_devices own WHERE own.id = device LIMIT 1;
END
$$;

REVOKE ALL ON FUNCTION
  register_staff_device(uuid, text, text), push_to_staff(text, uuid, uuid, uuid, uuid),
  staff_push(text, uuid, uuid, uuid, uuid, text, timestamptz), push_class_message(), push_class_request(),
  forget_staff_devices(uuid, jsonb)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION register_staff_device(uuid, text, text) TO hatched_app;
GRANT EXECUTE ON FUNCTION forget_staff_devices(uuid, jsonb) TO hatched_worker;
