-- Puts a test message to a webhook of the family in scope into its outbox, unless ten wait.
--
-- Outcomes: DONE, NONE, INACTIVE, LIMIT.
--
-- Owner's rights: the server's role may only read deliveries, and has no privilege on `webhook_queue`.
CREATE OR REPLACE FUNCTION test_webhook(webhook uuid, made uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  active boolean;
BEGIN
  SELECT hooks.is_active INTO active FROM public.webhooks hooks WHERE hooks.family_id = home AND hooks.id = webhook;
  IF active IS NULL THEN RETURN 'NONE'; END IF;
  IF NOT active THEN RETURN 'INACTIVE'; END IF;
  IF (
    SELECT count(*) FROM public.webhook_deliveries known
    WHERE known.family_id = home AND known.webhook_id = webhook AND known.type = 'test' AND known.state = 'WAITING') >= 10 THEN
    RETURN 'LIMIT';
  END IF;
  PERFORM public.add_webhook_delivery(home, webhook, made, 'test', jsonb_build_object('webhookId', webhook), NULL);
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION test_webhook(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION test_webhook(uuid, uuid) TO hatched_app;
