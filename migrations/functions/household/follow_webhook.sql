-- Follows a webhook: one that is not active any more fails what waits, one that is gone takes its secrets and what
-- waits with it, and servers look for the events that start while a webhook of the family is for them.
--
-- Owner's rights: no role but the owner has a privilege on the tables that servers send webhooks by.
CREATE OR REPLACE FUNCTION follow_webhook() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := coalesce(NEW.family_id, OLD.family_id);
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM public.webhook_secrets AS known WHERE known.home_id = home AND known.webhook_id = OLD.id;
    DELETE FROM public.webhook_queue AS waiting WHERE waiting.home_id = home AND waiting.webhook_id = OLD.id;
    IF NOT EXISTS (SELECT 1 FROM public.webhooks others WHERE others.family_id = home) THEN
      DELETE FROM public.webhook_turns AS known WHERE known.home_id = home;
    END IF;
  ELSIF TG_OP = 'UPDATE' AND OLD.is_active AND NOT NEW.is_active THEN
    DELETE FROM public.webhook_queue AS waiting WHERE waiting.home_id = home AND waiting.webhook_id = NEW.id;
    UPDATE public.webhook_deliveries AS known SET state = 'FAILED', next_attempt_at = NULL, ended_at = now()
    WHERE known.family_id = home AND known.webhook_id = NEW.id AND known.state = 'WAITING';
  END IF;
  IF EXISTS (
    SELECT 1 FROM public.webhooks others
    WHERE others.family_id = home AND others.is_active AND 'EVENT_STARTED' = ANY (others.kinds)) THEN
    INSERT INTO public.webhook_starts (home_id, look_at, looked_until) VALUES (home, '-infinity', now())
    ON CONFLICT ON CONSTRAINT webhook_starts_key DO NOTHING;
  ELSE
    DELETE FROM public.webhook_starts AS known WHERE known.home_id = home;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_webhook() FROM PUBLIC;

CREATE OR REPLACE TRIGGER followed AFTER INSERT OR UPDATE OF is_active, kinds OR DELETE ON webhooks
  FOR EACH ROW EXECUTE FUNCTION follow_webhook();
