-- Once a request is answered nobody is waited for: its notifications count as read.
CREATE OR REPLACE FUNCTION read_join_request_notifications() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.notifications SET read_at = now(), updated_at = now(), version = notifications.version + 1
  WHERE notifications.family_id = NEW.family_id AND notifications.join_request_id = NEW.id
    AND notifications.read_at IS NULL;
  RETURN NULL;
END
$$;
