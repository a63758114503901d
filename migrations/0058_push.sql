-- Push notifications: a notification puts a message into the outbox for each device of its recipient, in the same transaction, whatever
-- writes it. Servers with keys of Apple's or Google's service send them: see docs/push.md.
--
-- The texts are read when a message is sent, and so are the recipient's settings: a notification that was read or removed meanwhile, a
-- device that was given up and a member who wants no push any more cost no message.

-- The hours of a day in which the member's devices stay quiet, on the clock of the family's time zone; over midnight where the first is
-- the later one. Null for none.
ALTER TABLE members
  ADD COLUMN push_quiet_from time,
  ADD COLUMN push_quiet_until time,
  -- The kinds of notifications that are not pushed.
  ADD COLUMN push_muted_kinds text[] NOT NULL DEFAULT '{}',
  -- Whether a locked screen may show the names of children.
  ADD COLUMN push_shows_names boolean NOT NULL DEFAULT false;
ALTER TABLE members ADD CONSTRAINT members_push_quiet CHECK (
  coalesce(push_quiet_from <> push_quiet_until, push_quiet_from IS NULL AND push_quiet_until IS NULL));
ALTER TABLE members ADD CONSTRAINT members_push_muted_kinds CHECK (
  cardinality(push_muted_kinds) <= 6
  AND push_muted_kinds <@ ARRAY['HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE']);
SELECT track_usage('members');
-- Columns that were guarded by privileges on the others.
REVOKE UPDATE ON members FROM hatched_app;
GRANT UPDATE ON members TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, role, created_at ON members EXECUTE FUNCTION refuse_fixed_columns();

ALTER TABLE devices DROP CONSTRAINT devices_platform_check;
ALTER TABLE devices ADD CONSTRAINT devices_platform_check CHECK (platform IN ('IOS', 'ANDROID'));

-- Of a push: its family, its notification and its device, to which no key refers, since they may be on other machines. Its address is the
-- device's token, and its id is the one by which the services know it: it is the same at every try.
ALTER TABLE messages
  ADD COLUMN home_id uuid,
  ADD COLUMN notification_id uuid,
  ADD COLUMN device_id uuid,
  ADD COLUMN platform text;
ALTER TABLE messages DROP CONSTRAINT messages_channel;
ALTER TABLE messages ADD CONSTRAINT messages_channel CHECK (channel IN ('EMAIL', 'TELEPHONE', 'PUSH'));
ALTER TABLE messages DROP CONSTRAINT messages_address;
ALTER TABLE messages ADD CONSTRAINT messages_address CHECK (
  address ~ '^[!-~]+$'
  AND CASE WHEN channel = 'PUSH' THEN length(address) <= 500 ELSE length(address) >= 3 AND length(address) <= 320 END);
ALTER TABLE messages ADD CONSTRAINT messages_push CHECK (
  (channel = 'PUSH') = (home_id IS NOT NULL) AND (home_id IS NULL) = (notification_id IS NULL)
  AND (home_id IS NULL) = (device_id IS NULL) AND (home_id IS NULL) = (platform IS NULL));
-- The order in which pushes are taken: dismissals first, whatever else waits.
CREATE INDEX messages_due_pushes ON messages ((kind <> 'pickup'), due_at) WHERE channel = 'PUSH' AND state = 'WAITING';
CREATE INDEX messages_unsent_pushes ON messages (recipient_id) WHERE channel = 'PUSH' AND ended_at IS NULL;

-- When a server with the keys for a platform last looked for pushes, up to an hour late. Without one in the last day nothing is put into
-- the outbox: where nobody has keys nothing piles up, and one server without keys keeps the others from nothing.
CREATE TABLE push_senders (
  platform text NOT NULL,
  seen_at  timestamptz NOT NULL,
  CONSTRAINT push_senders_key PRIMARY KEY (platform),
  CONSTRAINT push_senders_platform CHECK (platform IN ('IOS', 'ANDROID'))
);
-- No policy: only the functions below see a row.
ALTER TABLE push_senders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- Puts a push into the outbox for each new notification and each device of its recipient, if the recipient wants it. An account has at
-- most 200 that wait; of what is too much the newest are kept. A device shows the number of all by its badge.
CREATE FUNCTION push_notifications() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
  reached text[];
BEGIN
  reached := ARRAY(
    SELECT senders.platform FROM public.push_senders senders WHERE senders.seen_at > moment - interval '1 day');
  IF cardinality(reached) = 0 THEN RETURN NULL; END IF;
  INSERT INTO public.messages (
    id, channel, address, kind, locale, arguments, recipient_id, expires_at, home_id, notification_id, device_id, platform)
  SELECT gen_random_uuid(), 'PUSH', pushed.token, lower(replace(pushed.kind, '_', '-')), 'en', '{}'::jsonb, pushed.account_id,
    moment + CASE pushed.kind
      WHEN 'PICKUP' THEN interval '30 minutes' WHEN 'HELP_REQUEST' THEN interval '12 hours' ELSE interval '1 day' END,
    pushed.family_id, pushed.id, pushed.device_id, pushed.platform
  FROM (
    SELECT added.family_id, added.id, added.kind, recipients.account_id, devices.id AS device_id, devices.platform, devices.token,
      row_number() OVER (PARTITION BY recipients.account_id ORDER BY added.id DESC, devices.id) AS place
    FROM added
    JOIN public.members recipients ON recipients.family_id = added.family_id AND recipients.id = added.recipient_id
      AND recipients.account_id IS NOT NULL AND recipients.push_notifications
      AND NOT added.kind = ANY (recipients.push_muted_kinds)
    JOIN public.devices ON devices.family_id = added.family_id AND devices.member_id = added.recipient_id
      AND devices.platform = ANY (reached)
    -- Not those of a copy that is read in.
    WHERE added.read_at IS NULL AND added.deleted_at IS NULL AND added.created_at > moment - interval '1 day'
  ) AS pushed
  WHERE pushed.place + (
    SELECT count(*) FROM public.messages unsent
    WHERE unsent.recipient_id = pushed.account_id AND unsent.channel = 'PUSH' AND unsent.ended_at IS NULL) <= 200;
  RETURN NULL;
END
$$;
CREATE TRIGGER pushed AFTER INSERT ON notifications REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION push_notifications();

-- When the quiet hours end in which a moment is; null where it is in none.
CREATE FUNCTION push_quiet_end(quiet_from time, quiet_until time, zone text, moment timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  clock timestamp := moment AT TIME ZONE zone;
  ends timestamp := clock::date + quiet_until;
BEGIN
  IF quiet_from IS NULL THEN RETURN NULL; END IF;
  IF quiet_from < quiet_until THEN
    IF clock::time < quiet_from OR clock::time >= quiet_until THEN RETURN NULL; END IF;
  ELSIF clock::time >= quiet_from THEN
    ends := ends + interval '1 day';
  ELSIF clock::time >= quiet_until THEN
    RETURN NULL;
  END IF;
  -- A clock that is set back has the same hour again.
  RETURN greatest(ends AT TIME ZONE zone, moment + interval '1 minute');
END
$$;

-- Takes pushes for some platforms, for so many seconds, and returns all that their texts need. `held` are those that the sender has and
-- has not ended: what it has besides was never begun, as the answer to an earlier call was lost. A push that nobody wants any more is
-- removed. One in its recipient's quiet hours waits until they end, but those of dismissals: a child stands at a door.
CREATE FUNCTION claim_pushes(sender uuid, platforms text[], most int, seconds int, held uuid[])
RETURNS TABLE (
  id uuid, attempts int, expires_at int8, platform text, token text, kind text, title text, body text, notification_id uuid,
  student_id uuid, student_name text, assignment_id uuid, assignment_title text, shows_names boolean, badge int
)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := now();
  taken uuid[];
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
    WHERE needless.id = ANY (taken) AND NOT EXISTS (
      SELECT 1 FROM public.notifications told
      JOIN public.members recipients ON recipients.family_id = told.family_id AND recipients.id = told.recipient_id
      JOIN public.devices ON devices.family_id = told.family_id AND devices.member_id = told.recipient_id
      WHERE told.family_id = needless.home_id AND told.id = needless.notification_id AND told.read_at IS NULL
        AND told.deleted_at IS NULL AND recipients.account_id = needless.recipient_id AND recipients.push_notifications
        AND NOT told.kind = ANY (recipients.push_muted_kinds) AND devices.id = needless.device_id
        AND devices.token = needless.address);
    UPDATE public.messages AS quiet
    SET due_at = public.push_quiet_end(recipients.push_quiet_from, recipients.push_quiet_until, families.time_zone, moment)
    FROM public.notifications told
    JOIN public.members recipients ON recipients.family_id = told.family_id AND recipients.id = told.recipient_id
    JOIN public.families ON families.family_id = told.family_id
    WHERE quiet.id = ANY (taken) AND quiet.kind <> 'pickup' AND told.family_id = quiet.home_id
      AND told.id = quiet.notification_id AND recipients.push_quiet_from IS NOT NULL
      AND public.push_quiet_end(recipients.push_quiet_from, recipients.push_quiet_until, families.time_zone, moment) IS NOT NULL;
    RETURN QUERY
      UPDATE public.messages AS begun
      SET state = 'SENDING', claimed_by = sender, claimed_until = moment + make_interval(secs => seconds)
      FROM public.notifications told
      JOIN public.members recipients ON recipients.family_id = told.family_id AND recipients.id = told.recipient_id
      JOIN public.devices ON devices.family_id = told.family_id AND devices.member_id = told.recipient_id
      LEFT JOIN public.members students ON students.family_id = told.family_id AND students.id = told.student_id
      LEFT JOIN public.assignments ON assignments.family_id = told.family_id AND assignments.id = told.assignment_id
      WHERE begun.id = ANY (taken) AND begun.due_at <= moment AND told.family_id = begun.home_id
        AND told.id = begun.notification_id AND devices.id = begun.device_id
      RETURNING begun.id, begun.attempts, extract(epoch FROM begun.expires_at)::int8, begun.platform, begun.address, told.kind,
        told.title, told.body, told.id, told.student_id, students.name, told.assignment_id, assignments.title,
        recipients.push_shows_names, (
          SELECT count(*)::int FROM public.notifications unread
          WHERE unread.family_id = told.family_id AND unread.recipient_id = told.recipient_id AND unread.deleted_at IS NULL
            AND unread.read_at IS NULL);
    IF FOUND THEN RETURN; END IF;
  END LOOP;
END
$$;

-- Says what came of pushes that the sender has claimed, an array of objects with the fields
--   id
--   outcome  'SENT'; 'GONE', as the device is none; 'REFUSED', for good; 'DELAYED', so that it is tried again after a pause as long as it is
--            worth something; 'UNKNOWN'; or 'RELEASED', which was no try
--   reply    the status of the service; null for none
--   pause    seconds
--   since    of 'GONE': when the device was gone, in seconds since 1970; null where that is not known.
-- A device that is gone is forgotten, unless its app has registered it since. Returns the state that each has then; none where the sender
-- has no such push any more. A push that was given up meanwhile can still turn out to be sent.
CREATE FUNCTION finish_pushes(sender uuid, outcomes jsonb) RETURNS TABLE (id uuid, state text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := now();
  homes uuid[];
BEGIN
  homes := ARRAY(
    SELECT DISTINCT known.home_id FROM jsonb_to_recordset(outcomes) AS ended (id uuid, outcome text)
    JOIN public.messages known ON known.id = ended.id
    WHERE ended.outcome = 'GONE' AND known.state = 'SENDING' AND known.claimed_by = sender);
  IF cardinality(homes) > 0 THEN
    -- Before the devices, and their versions: see LockOrder.
    PERFORM 1 FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
    DELETE FROM public.devices USING public.messages known, jsonb_to_recordset(outcomes) AS ended (id uuid, outcome text, since float8)
    WHERE ended.outcome = 'GONE' AND known.id = ended.id AND known.state = 'SENDING' AND known.claimed_by = sender
      AND devices.family_id = known.home_id AND devices.id = known.device_id AND devices.token = known.address
      AND (ended.since IS NULL OR devices.registered_at <= to_timestamp(ended.since));
  END IF;
  RETURN QUERY
    UPDATE public.messages AS known
    SET state = results.state, attempts = results.tried, reply = results.reply, due_at = results.due_at,
      address = CASE WHEN results.state = 'WAITING' THEN known.address END,
      arguments = CASE WHEN results.state = 'WAITING' THEN known.arguments END,
      ended_at = CASE WHEN results.state <> 'WAITING' THEN moment END,
      claimed_by = CASE WHEN results.state <> 'WAITING' THEN sender END,
      claimed_until = CASE WHEN results.state <> 'WAITING' THEN known.claimed_until END
    FROM (
      SELECT tries.id, tries.tried, tries.reply, tries.due_at, CASE
        WHEN tries.outcome IN ('SENT', 'UNKNOWN') THEN tries.outcome
        WHEN tries.outcome = 'RELEASED' THEN 'WAITING'
        WHEN tries.outcome <> 'DELAYED' OR tries.tried >= 20 OR tries.due_at >= tries.expires_at THEN 'FAILED'
        ELSE 'WAITING' END AS state
      FROM (
        SELECT mine.id, ended.outcome, ended.reply, mine.expires_at,
          mine.attempts + CASE ended.outcome WHEN 'RELEASED' THEN 0 ELSE 1 END AS tried,
          moment + make_interval(secs => CASE ended.outcome WHEN 'DELAYED' THEN least(ended.pause, 86400) ELSE 0 END) AS due_at
        FROM jsonb_to_recordset(outcomes) AS ended (id uuid, outcome text, reply int, pause float8)
        JOIN public.messages mine ON mine.id = ended.id
        WHERE mine.claimed_by = sender AND (mine.state = 'SENDING' OR mine.state = 'UNKNOWN' AND ended.outcome = 'SENT')
      ) AS tries
    ) AS results
    WHERE known.id = results.id
    RETURNING known.id, known.state;
END
$$;

-- Gives up, of both kinds at most so many: what is claimed by somebody who did not come back in time ('UNKNOWN'), and what was tried and
-- expired ('FAILED'). What expired without a try is removed: it waited for quiet hours, or for a server with keys. Removes some of what
-- was sent a day ago, and of what ended otherwise so many days ago.
CREATE FUNCTION give_up_pushes(most int, days int) RETURNS TABLE (id uuid, kind text, state text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := now();
BEGIN
  DELETE FROM public.messages WHERE messages.id IN (
    SELECT old.id FROM public.messages old
    WHERE old.channel = 'PUSH' AND old.ended_at < moment - interval '1 day'
      AND (old.state = 'SENT' OR old.ended_at < moment - make_interval(days => days))
    ORDER BY old.ended_at LIMIT 5000 FOR UPDATE SKIP LOCKED);
  DELETE FROM public.messages WHERE messages.id IN (
    SELECT old.id FROM public.messages old
    WHERE old.channel = 'PUSH' AND old.state = 'WAITING' AND old.expires_at <= moment AND old.attempts = 0
    ORDER BY old.expires_at LIMIT 5000 FOR UPDATE SKIP LOCKED);
  RETURN QUERY
    UPDATE public.messages AS lost
    SET state = 'UNKNOWN', attempts = lost.attempts + 1, address = NULL, arguments = NULL, ended_at = moment
    WHERE lost.id IN (
      SELECT late.id FROM public.messages late
      WHERE late.channel = 'PUSH' AND late.state = 'SENDING' AND late.claimed_until < moment
      ORDER BY late.claimed_until LIMIT most FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING lost.id, lost.kind, lost.state;
  RETURN QUERY
    UPDATE public.messages AS expired
    SET state = 'FAILED', address = NULL, arguments = NULL, ended_at = moment
    WHERE expired.id IN (
      SELECT old.id FROM public.messages old
      WHERE old.channel = 'PUSH' AND old.state = 'WAITING' AND old.expires_at <= moment
      ORDER BY old.expires_at LIMIT most FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING expired.id, expired.kind, expired.state;
END
$$;

-- How many pushes wait or are being sent, how many of them for a later moment, and for how many seconds the oldest of the others has been
-- due; null where none is.
CREATE FUNCTION push_state() RETURNS TABLE (waiting int, later int, oldest_seconds int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT count(*)::int, (count(*) FILTER (WHERE unsent.due_at > now()))::int,
      floor(extract(epoch FROM now() - min(unsent.due_at) FILTER (WHERE unsent.due_at <= now())))::int
    FROM public.messages unsent
    WHERE unsent.channel = 'PUSH' AND (unsent.state = 'WAITING' OR unsent.state = 'SENDING');
END
$$;

-- A device, for an operator who sends a test to it; no row where there is none.
CREATE FUNCTION push_device(device uuid) RETURNS TABLE (platform text, token text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT known.platform, known.token FROM public.devices known WHERE known.id = device;
END
$$;

-- As before, but for pushes, which have functions of their own.
CREATE OR REPLACE FUNCTION give_up_messages(most int, days int) RETURNS TABLE (id uuid, kind text, state text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  DELETE FROM public.messages WHERE messages.id IN (
    SELECT old.id FROM public.messages old
    WHERE old.channel <> 'PUSH' AND old.ended_at < now() - make_interval(days => days)
    ORDER BY old.ended_at LIMIT 1000 FOR UPDATE SKIP LOCKED);
  RETURN QUERY
    UPDATE public.messages AS lost
    SET state = 'UNKNOWN', attempts = lost.attempts + 1, address = NULL, arguments = NULL, ended_at = now()
    WHERE lost.id IN (
      SELECT late.id FROM public.messages late
      WHERE late.channel <> 'PUSH' AND late.state = 'SENDING' AND late.claimed_until < now()
      ORDER BY late.claimed_until LIMIT most FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING lost.id, lost.kind, lost.state;
  RETURN QUERY
    UPDATE public.messages AS expired
    SET state = 'FAILED', address = NULL, arguments = NULL, ended_at = now()
    WHERE expired.id IN (
      SELECT old.id FROM public.messages old
      WHERE old.channel <> 'PUSH' AND old.state = 'WAITING' AND old.expires_at <= now()
      ORDER BY old.expires_at LIMIT most FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING expired.id, expired.kind, expired.state;
END
$$;
CREATE OR REPLACE FUNCTION outbox_state() RETURNS TABLE (waiting int, oldest_seconds int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT count(*)::int, floor(extract(epoch FROM now() - min(unsent.created_at)))::int FROM public.messages unsent
    WHERE unsent.channel <> 'PUSH' AND (unsent.state = 'WAITING' OR unsent.state = 'SENDING');
END
$$;

REVOKE ALL ON FUNCTION
  push_notifications(), push_quiet_end(time, time, text, timestamptz), claim_pushes(uuid, text[], int, int, uuid[]),
  finish_pushes(uuid, jsonb), give_up_pushes(int, int), push_state(), push_device(uuid)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  claim_pushes(uuid, text[], int, int, uuid[]), finish_pushes(uuid, jsonb), give_up_pushes(int, int), push_state(), push_device(uuid)
TO hatched_worker;
