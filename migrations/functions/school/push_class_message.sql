-- Puts pushes to staff into the outbox for a parent's message of the last day: an older one is a copy that is read in.
--
-- Owner's rights: no role but the owner has a privilege on `messages`, which has the addresses of all accounts.
CREATE OR REPLACE FUNCTION push_class_message() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.created_at > now() - interval '1 day' THEN
    PERFORM public.push_to_staff('class-message', NEW.family_id, NEW.id, NEW.staff_school_id, NEW.class_id);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION push_class_message() FROM PUBLIC;
