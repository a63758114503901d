-- How many messages wait or are being sent, and how many seconds the oldest of them has waited; null where none does.
--
-- Owner's rights: no role but the owner has a privilege on `messages`, which has the addresses of all accounts.
CREATE OR REPLACE FUNCTION outbox_state() RETURNS TABLE (waiting int, oldest_seconds int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT count(*)::int, floor(extract(epoch FROM now() - min(unsent.created_at)))::int FROM public.messages unsent
    WHERE unsent.channel <> 'PUSH' AND (unsent.state = 'WAITING' OR unsent.state = 'SENDING');
END
$$;
REVOKE ALL ON FUNCTION outbox_state() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox_state() TO hatched_worker;
