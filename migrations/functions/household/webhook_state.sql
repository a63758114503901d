-- How many deliveries to webhooks wait or are being sent, how many of them for a later moment, and for how many
-- seconds the oldest of the others has been due; null where none is.
--
-- Owner's rights: no role but the owner has a privilege on `webhook_queue`.
CREATE OR REPLACE FUNCTION webhook_state() RETURNS TABLE (waiting int, later int, oldest_seconds int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT count(*)::int, (count(*) FILTER (WHERE unsent.due_at > now()))::int,
      floor(extract(epoch FROM now() - min(unsent.due_at) FILTER (WHERE unsent.due_at <= now())))::int
    FROM public.webhook_queue unsent;
END
$$;
REVOKE ALL ON FUNCTION webhook_state() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhook_state() TO hatched_worker;
