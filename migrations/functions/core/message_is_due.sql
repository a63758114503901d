-- Whether there is anything to send by a channel: what is asked again and again.
--
-- Owner's rights: no role but the owner has a privilege on `messages`, which has the addresses of all accounts.
CREATE OR REPLACE FUNCTION message_is_due(by_channel text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.messages waiting
    WHERE waiting.channel = by_channel AND waiting.state = 'WAITING' AND waiting.due_at <= now() AND waiting.expires_at > now());
END
$$;
REVOKE ALL ON FUNCTION message_is_due(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION message_is_due(text) TO hatched_worker;
