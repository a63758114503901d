-- Gives a webhook of the family in scope another secret. Those of before sign for 24 hours more; at most four of them.
--
-- Outcomes: DONE, NONE, LIMIT.
--
-- Owner's rights: no role but the owner has a privilege on `webhook_secrets`.
CREATE OR REPLACE FUNCTION rotate_webhook_secret(webhook uuid, secret_id uuid, given bytea) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM public.webhooks hooks WHERE hooks.family_id = home AND hooks.id = webhook) THEN RETURN 'NONE'; END IF;
  DELETE FROM public.webhook_secrets AS known
  WHERE known.home_id = home AND known.webhook_id = webhook AND known.expires_at <= now();
  IF (SELECT count(*) FROM public.webhook_secrets known WHERE known.home_id = home AND known.webhook_id = webhook) >= 5 THEN
    RETURN 'LIMIT';
  END IF;
  UPDATE public.webhook_secrets AS known SET expires_at = now() + interval '24 hours'
  WHERE known.home_id = home AND known.webhook_id = webhook AND known.expires_at IS NULL;
  INSERT INTO public.webhook_secrets (home_id, webhook_id, id, secret) VALUES (home, webhook, secret_id, given);
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION rotate_webhook_secret(uuid, uuid, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rotate_webhook_secret(uuid, uuid, bytea) TO hatched_app;
