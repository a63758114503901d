-- Gives up, of both kinds at most so many: what is claimed by somebody who did not come back in time ('UNKNOWN'), and
-- what was tried and expired ('FAILED'). What expired without a try is removed: it waited for quiet hours, or for a
-- server with keys. Removes some of what was sent a day ago, and of what ended otherwise so many days ago.
--
-- Owner's rights: no role but the owner has a privilege on `messages`, which has the addresses of all accounts.
CREATE OR REPLACE FUNCTION give_up_pushes(most int, days int) RETURNS TABLE (id uuid, kind text, state text)
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
REVOKE ALL ON FUNCTION give_up_pushes(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION give_up_pushes(integer, integer) TO hatched_worker;
