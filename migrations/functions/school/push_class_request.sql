-- Puts pushes to staff into the outbox for a request of a day that has not ended.
--
-- Owner's rights: no role but the owner has a privilege on `messages`, which has the addresses of all accounts.
CREATE OR REPLACE FUNCTION push_class_request() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.day_ends_at > now() THEN
    PERFORM public.push_to_staff('class-request', NEW.family_id, NEW.id, NEW.staff_school_id, NEW.class_id);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION push_class_request() FROM PUBLIC;
