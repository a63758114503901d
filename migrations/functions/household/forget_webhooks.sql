-- Removes deliveries to webhooks that ended so many days ago, of the next families, at most so many deliveries; and
-- secrets that sign no more. Returns how many rows are gone. Any number of processes may do so at the same time: each
-- takes other families.
--
-- Owner's rights: the worker's role has no privilege on rows of all families, nor on `webhook_secrets`.
CREATE OR REPLACE FUNCTION forget_webhooks(at_once int, days int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  homes uuid[];
  gone int := 0;
  expired int;
BEGIN
  DELETE FROM public.webhook_secrets AS known WHERE (known.home_id, known.webhook_id, known.id) IN (
    SELECT old.home_id, old.webhook_id, old.id FROM public.webhook_secrets old WHERE old.expires_at <= now() LIMIT at_once
    FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS expired = ROW_COUNT;
  homes := ARRAY(
    SELECT DISTINCT ended.family_id FROM (
      SELECT old.family_id FROM public.webhook_deliveries old
      WHERE old.ended_at < now() - make_interval(days => days) ORDER BY old.ended_at LIMIT at_once) AS ended);
  homes := ARRAY(
    SELECT families.family_id FROM public.families WHERE families.family_id = ANY (homes)
    ORDER BY families.family_id FOR NO KEY UPDATE SKIP LOCKED);
  IF homes <> '{}' THEN
    DELETE FROM public.webhook_deliveries AS known WHERE (known.family_id, known.id) IN (
      SELECT old.family_id, old.id FROM public.webhook_deliveries old
      WHERE old.family_id = ANY (homes) AND old.ended_at < now() - make_interval(days => days) LIMIT at_once);
    GET DIAGNOSTICS gone = ROW_COUNT;
  END IF;
  RETURN gone + expired;
END
$$;
REVOKE ALL ON FUNCTION forget_webhooks(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_webhooks(integer, integer) TO hatched_worker;
