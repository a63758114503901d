-- Gives up messages of other channels than push, of both kinds at most `most`: those whose sender did not come back in
-- time ('UNKNOWN'), and those that nobody could send before they expired ('FAILED'). Removes some of those that ended
-- `days` days ago.
--
-- Owner's rights: no role but the owner has a privilege on `messages`, which has the addresses of all accounts.
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
REVOKE ALL ON FUNCTION give_up_messages(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION give_up_messages(integer, integer) TO hatched_worker;
