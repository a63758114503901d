-- Says what came of a message that the sender has claimed: 'SENT'; 'REFUSED', for good; 'FAILED', so that it is tried
-- again after a pause that grows, as long as it is worth something; 'UNKNOWN'; or 'RELEASED', which was no try. Returns
-- the state that it has then; null where the sender has no such message any more. A message that was given up meanwhile
-- can still turn out to be sent.
--
-- Owner's rights: no role but the owner has a privilege on `messages`, which has the addresses of all accounts.
CREATE OR REPLACE FUNCTION finish_message(sender uuid, message uuid, outcome text, reply int) RETURNS text
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
REVOKE ALL ON FUNCTION finish_message(uuid, uuid, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION finish_message(uuid, uuid, text, integer) TO hatched_worker;
