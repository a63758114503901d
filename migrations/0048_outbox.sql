-- Mail and text messages on their way. A change writes what it has to tell in its own transaction, and background work sends it: what
-- is rolled back tells nobody, and what is committed is told, also when the server ends at that moment.
--
-- SMTP has no transaction with the database. A message is SENDING, committed, before its first byte; from the moment when the mail
-- server takes its text only the answer says whether it was accepted. Where that answer is lost nobody knows, and the message is
-- UNKNOWN: the operator is told, and it is not sent again.

CREATE TABLE messages (
  id            uuid NOT NULL,
  channel       text NOT NULL,
  state         text NOT NULL DEFAULT 'WAITING',
  -- What it says is made when it is sent, of a template and of arguments. There is no secret in the row: a code and a link follow from
  -- code_id and the secrets of the servers. Address and arguments are erased when the message has ended.
  address       text,
  kind          text NOT NULL,
  locale        text NOT NULL,
  arguments     jsonb,
  code_id       uuid,
  -- The account that it is to; null where there is none.
  recipient_id  uuid,
  attempts      int NOT NULL DEFAULT 0,
  -- The last status code of the mail server or of the webhook.
  reply         int,
  due_at        timestamptz NOT NULL DEFAULT now(),
  -- It is not sent later than that: its code would be worth nothing.
  expires_at    timestamptz NOT NULL,
  -- Who sends it, and until when at most: a server that was killed does not come back to it.
  claimed_by    uuid,
  claimed_until timestamptz,
  ended_at      timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT messages_key PRIMARY KEY (id),
  CONSTRAINT messages_channel CHECK (channel IN ('EMAIL', 'TELEPHONE')),
  CONSTRAINT messages_state CHECK (state IN ('WAITING', 'SENDING', 'SENT', 'FAILED', 'UNKNOWN')),
  -- One word of ASCII: no header of a mail and no command of SMTP can begin in it.
  CONSTRAINT messages_address CHECK (address ~ '^[!-~]+$' AND length(address) BETWEEN 3 AND 320),
  CONSTRAINT messages_kind CHECK (kind ~ '^[a-z][a-z-]{0,39}$'),
  CONSTRAINT messages_locale CHECK (locale ~ '^[A-Za-z][A-Za-z0-9-]{0,34}$'),
  CONSTRAINT messages_arguments CHECK (jsonb_typeof(arguments) = 'object' AND pg_column_size(arguments) <= 2000),
  CONSTRAINT messages_claim CHECK ((state = 'SENDING') <= (claimed_by IS NOT NULL AND claimed_until IS NOT NULL)),
  CONSTRAINT messages_end CHECK (
    (state IN ('SENT', 'FAILED', 'UNKNOWN')) = (ended_at IS NOT NULL) AND (ended_at IS NULL) = (address IS NOT NULL)
    AND (ended_at IS NULL) = (arguments IS NOT NULL))
);
-- A message that its account has not waited for goes with it.
ALTER TABLE messages ADD CONSTRAINT messages_recipient
  FOREIGN KEY (recipient_id) REFERENCES accounts (id) ON DELETE CASCADE;
CREATE INDEX messages_by_recipient ON messages (recipient_id) WHERE recipient_id IS NOT NULL;
CREATE INDEX messages_due ON messages (channel, due_at) WHERE state = 'WAITING';
CREATE INDEX messages_expiring ON messages (expires_at) WHERE state = 'WAITING';
CREATE INDEX messages_sending ON messages (claimed_until) WHERE state = 'SENDING';
CREATE INDEX messages_ended ON messages (ended_at) WHERE ended_at IS NOT NULL;
-- Most rows are new and soon dead: vacuum comes for them early.
ALTER TABLE messages SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

-- No policy: only the functions below see a row.
ALTER TABLE messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- Puts a message into the outbox, for so many seconds at most. The same id again changes nothing. An address gets so many messages of
-- a kind in an hour, and so many in a day: what is too much is dropped without a word, since whoever asks for a message to somebody
-- else's address must not learn that others do, too.
CREATE FUNCTION enqueue_message(
  message uuid, channel text, address text, kind text, locale text, arguments jsonb, code uuid, account uuid, expires_in int
) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  of_kind int;
  of_address int;
BEGIN
  IF EXISTS (SELECT 1 FROM public.messages known WHERE known.id = message) THEN
    RETURN;
  END IF;
  SELECT counted.count INTO of_kind FROM public.count_attempt(
    'message', sha256(convert_to(channel || ' ' || kind || ' ' || lower(address), 'UTF8')), 3600) counted;
  -- Those that reset a password are counted apart: nobody keeps them from their owner by having others sent.
  SELECT counted.count INTO of_address FROM public.count_attempt(
    'message',
    sha256(convert_to(concat_ws(' ', channel, CASE kind WHEN 'reset-password' THEN kind END, 'of a day', lower(address)), 'UTF8')),
    86400) counted;
  IF of_kind > 5 OR of_address > 20 THEN
    RETURN;
  END IF;
  INSERT INTO public.messages AS added (
    id, channel, address, kind, locale, arguments, code_id, recipient_id, expires_at)
  VALUES (message, channel, address, kind, locale, coalesce(arguments, '{}'), code, account,
    now() + make_interval(secs => greatest(60, least(expires_in, 604800))))
  ON CONFLICT (id) DO NOTHING;
EXCEPTION WHEN foreign_key_violation THEN
  -- The account has just been deleted: there is nobody to tell.
  RETURN;
END
$$;

-- Whether there is anything to send by a channel: what is asked again and again.
CREATE FUNCTION message_is_due(by_channel text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.messages waiting
    WHERE waiting.channel = by_channel AND waiting.state = 'WAITING' AND waiting.due_at <= now() AND waiting.expires_at > now());
END
$$;

-- Takes the message that has waited longest, for so many seconds; no row where there is none. Whoever calls it sends one message after
-- the other: what it still has without having ended it was never begun, as the answer to the call before was lost.
CREATE FUNCTION claim_message(sender uuid, by_channel text, seconds int)
RETURNS TABLE (
  id uuid, channel text, address text, kind text, locale text, arguments text, code_id uuid, attempts int, created_at int8
)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  chosen uuid;
BEGIN
  UPDATE public.messages SET state = 'WAITING', claimed_by = NULL, claimed_until = NULL
  WHERE messages.state = 'SENDING' AND messages.claimed_by = sender;
  SELECT waiting.id INTO chosen FROM public.messages waiting
  WHERE waiting.state = 'WAITING' AND waiting.channel = by_channel AND waiting.due_at <= now() AND waiting.expires_at > now()
  ORDER BY waiting.due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  RETURN QUERY
    UPDATE public.messages AS taken
    SET state = 'SENDING', claimed_by = sender, claimed_until = now() + make_interval(secs => seconds)
    WHERE taken.id = chosen
    RETURNING taken.id, taken.channel, taken.address, taken.kind, taken.locale, taken.arguments::text, taken.code_id,
      taken.attempts, extract(epoch FROM taken.created_at)::int8;
END
$$;

-- Says what came of a message that the sender has claimed: 'SENT'; 'REFUSED', for good; 'FAILED', so that it is tried again after a
-- pause that grows, as long as it is worth something; 'UNKNOWN'; or 'RELEASED', which was no try. Returns the state that it has then;
-- null where the sender has no such message any more. A message that was given up meanwhile can still turn out to be sent.
CREATE FUNCTION finish_message(sender uuid, message uuid, outcome text, reply int) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  tried int;
  worth_until timestamptz;
  present text;
  next_try timestamptz;
  result text;
BEGIN
  SELECT known.attempts, known.expires_at, known.state INTO tried, worth_until, present FROM public.messages known
  WHERE known.id = message AND known.claimed_by = sender AND known.state IN ('SENDING', 'UNKNOWN') FOR NO KEY UPDATE;
  IF NOT FOUND OR present = 'UNKNOWN' AND outcome <> 'SENT' THEN
    RETURN present;
  END IF;
  IF outcome <> 'RELEASED' THEN
    tried := tried + 1;
  END IF;
  -- A minute, four, a quarter of an hour, an hour, then every four hours.
  next_try := now() + least(interval '4 hours', interval '1 minute' * 4 ^ (tried - 1));
  IF outcome = 'RELEASED' THEN
    next_try := now();
  END IF;
  result := CASE
    WHEN outcome IN ('SENT', 'UNKNOWN') THEN outcome
    WHEN outcome = 'REFUSED' OR tried >= 10 OR next_try >= worth_until THEN 'FAILED'
    ELSE 'WAITING' END;
  IF result = 'WAITING' THEN
    UPDATE public.messages AS known
    SET state = result, attempts = tried, reply = finish_message.reply, due_at = next_try, claimed_by = NULL, claimed_until = NULL
    WHERE known.id = message;
  ELSE
    UPDATE public.messages AS known
    SET state = result, attempts = tried, reply = finish_message.reply, address = NULL, arguments = NULL, ended_at = now()
    WHERE known.id = message;
  END IF;
  RETURN result;
END
$$;

-- Gives up, of both kinds at most so many: what is claimed by somebody who did not come back in time ('UNKNOWN'), and what nobody could
-- send before it expired ('FAILED'). Removes some of what ended so many days ago.
CREATE FUNCTION give_up_messages(most int, days int) RETURNS TABLE (id uuid, kind text, state text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  DELETE FROM public.messages WHERE messages.id IN (
    SELECT old.id FROM public.messages old
    WHERE old.ended_at < now() - make_interval(days => days) ORDER BY old.ended_at LIMIT 1000 FOR UPDATE SKIP LOCKED);
  RETURN QUERY
    UPDATE public.messages AS lost
    SET state = 'UNKNOWN', attempts = lost.attempts + 1, address = NULL, arguments = NULL, ended_at = now()
    WHERE lost.id IN (
      SELECT late.id FROM public.messages late WHERE late.state = 'SENDING' AND late.claimed_until < now()
      ORDER BY late.claimed_until LIMIT most FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING lost.id, lost.kind, lost.state;
  RETURN QUERY
    UPDATE public.messages AS expired
    SET state = 'FAILED', address = NULL, arguments = NULL, ended_at = now()
    WHERE expired.id IN (
      SELECT old.id FROM public.messages old WHERE old.state = 'WAITING' AND old.expires_at <= now()
      ORDER BY old.expires_at LIMIT most FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING expired.id, expired.kind, expired.state;
END
$$;

-- How many messages wait or are being sent, and how many seconds the oldest of them has waited; null where none does.
CREATE FUNCTION outbox_state() RETURNS TABLE (waiting int, oldest_seconds int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT count(*)::int, floor(extract(epoch FROM now() - min(unsent.created_at)))::int FROM public.messages unsent
    WHERE unsent.state = 'WAITING' OR unsent.state = 'SENDING';
END
$$;

REVOKE ALL ON FUNCTION
  enqueue_message(uuid, text, text, text, text, jsonb, uuid, uuid, int), message_is_due(text), claim_message(uuid, text, int),
  finish_message(uuid, uuid, text, int), give_up_messages(int, int), outbox_state()
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_message(uuid, text, text, text, text, jsonb, uuid, uuid, int) TO hatched_app;
GRANT EXECUTE ON FUNCTION
  message_is_due(text), claim_message(uuid, text, int), finish_message(uuid, uuid, text, int), give_up_messages(int, int),
  outbox_state()
TO hatched_worker;
