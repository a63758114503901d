-- Takes a delivery that is deleted out of the queue.
--
-- Owner's rights: no role but the owner has a privilege on `webhook_queue`.
CREATE OR REPLACE FUNCTION leave_webhook_queue() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.webhook_queue AS waiting WHERE waiting.home_id = OLD.family_id AND waiting.delivery_id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION leave_webhook_queue() FROM PUBLIC;

CREATE OR REPLACE TRIGGER left_queue AFTER DELETE ON webhook_deliveries FOR EACH ROW
  WHEN (OLD.state = 'WAITING') EXECUTE FUNCTION leave_webhook_queue();
