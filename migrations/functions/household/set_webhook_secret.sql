-- Keeps the first secret of a webhook of the family in scope; returns whether it is to be shown: as it is new, or was
-- made in the last ten minutes, since the answer to the same input may have been lost.
--
-- Owner's rights: no role but the owner has a privilege on `webhook_secrets`.
CREATE OR REPLACE FUNCTION set_webhook_secret(webhook uuid, given bytea) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  INSERT INTO public.webhook_secrets (home_id, webhook_id, id, secret)
  SELECT home, hooks.id, hooks.id, given FROM public.webhooks hooks
  WHERE hooks.family_id = home AND hooks.id = webhook
    AND NOT EXISTS (SELECT 1 FROM public.webhook_secrets known WHERE known.home_id = home AND known.webhook_id = webhook)
  ON CONFLICT DO NOTHING;
  RETURN EXISTS (
    SELECT 1 FROM public.webhook_secrets known
    WHERE known.home_id = home AND known.webhook_id = webhook AND known.secret = given
      AND known.created_at > now() - interval '10 minutes');
END
$$;
REVOKE ALL ON FUNCTION set_webhook_secret(uuid, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_webhook_secret(uuid, bytea) TO hatched_app;
