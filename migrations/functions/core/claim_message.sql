-- Takes the message that has waited longest, for so many seconds; no row where there is none. Whoever calls it sends
-- one message after the other: what it still has without having ended it was never begun, as the answer to the call
-- before was lost. A mail of a reminder that is not due any more is removed (reminder_due).
--
-- Owner's rights: no role but the owner has a privilege on `messages`, which has the addresses of all accounts.
CREATE OR REPLACE FUNCTION claim_message(sender uuid, by_channel text, seconds int)
RETURNS TABLE (
  id uuid, channel text, address text, kind text, locale text, arguments text, code_id uuid, attempts int, created_at int8
)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  chosen uuid;
  is_reminder boolean;
BEGIN
  UPDATE public.messages SET state = 'WAITING', claimed_by = NULL, claimed_until = NULL
  WHERE messages.state = 'SENDING' AND messages.claimed_by = sender;
  LOOP
    SELECT waiting.id, waiting.notification_id IS NOT NULL INTO chosen, is_reminder FROM public.messages waiting
    WHERE waiting.state = 'WAITING' AND waiting.channel = by_channel AND waiting.due_at <= now() AND waiting.expires_at > now()
    ORDER BY waiting.due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
    EXIT WHEN is_reminder IS NOT TRUE;
    DELETE FROM public.messages AS needless
    WHERE needless.id = chosen AND NOT EXISTS (
      SELECT 1 FROM public.notifications told
      WHERE told.family_id = needless.home_id AND told.id = needless.notification_id
        AND told.reminded_at = public.reminder_due(told.family_id, told.reminder_id, told.occurrence));
    EXIT WHEN NOT FOUND;
  END LOOP;
  RETURN QUERY
    UPDATE public.messages AS taken
    SET state = 'SENDING', claimed_by = sender, claimed_until = now() + make_interval(secs => seconds)
    WHERE taken.id = chosen
    RETURNING taken.id, taken.channel, taken.address, taken.kind, taken.locale, taken.arguments::text, taken.code_id,
      taken.attempts, extract(epoch FROM taken.created_at)::int8;
END
$$;
REVOKE ALL ON FUNCTION claim_message(uuid, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_message(uuid, text, integer) TO hatched_worker;
