-- Has a new subscription fetched at once, and one whose address changes, and forgets the times of one that is deleted.
--
-- Owner's rights: no role but the owner has a privilege on `subscription_times`.
CREATE OR REPLACE FUNCTION time_subscription() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.subscription_times (home_id, subscription_id, due_at) VALUES (NEW.family_id, NEW.id, now());
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE public.subscription_times AS known SET due_at = now(), digest = NULL
    WHERE known.home_id = NEW.family_id AND known.subscription_id = NEW.id;
  ELSE
    DELETE FROM public.subscription_times AS known WHERE known.home_id = OLD.family_id AND known.subscription_id = OLD.id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION time_subscription() FROM PUBLIC;

CREATE OR REPLACE TRIGGER timed AFTER INSERT OR DELETE ON calendar_subscriptions
  FOR EACH ROW EXECUTE FUNCTION time_subscription();
CREATE OR REPLACE TRIGGER timed_anew AFTER UPDATE OF url ON calendar_subscriptions
  FOR EACH ROW WHEN (OLD.url <> NEW.url) EXECUTE FUNCTION time_subscription();
