-- Tells the author of a ticket of an answer, and of its end; and the staff who answer it of what the author does. A
-- change of more than a day ago is a copy that is read in.
--
-- Owner's rights: staff act in no family, and may not read or add a family's notifications.
CREATE OR REPLACE FUNCTION tell_of_ticket() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'ticket_messages' THEN
    IF NEW.created_at < now() - interval '1 day' THEN RETURN NULL; END IF;
    IF NEW.is_from_staff THEN
      PERFORM public.tell_ticket_author(NEW.family_id, NEW.ticket_id, 'TICKET', NEW.author_name, NEW.text);
    ELSE
      PERFORM public.push_to_staff('class-ticket', NEW.family_id, NEW.ticket_id, NEW.staff_school_id, NEW.class_id);
    END IF;
  ELSIF NEW.updated_at >= now() - interval '1 day' THEN
    IF NEW.closed_by = 'AUTHOR' THEN
      PERFORM public.push_to_staff('class-ticket', NEW.family_id, NEW.id, NEW.staff_school_id, NEW.class_id);
    ELSE
      PERFORM public.tell_ticket_author(NEW.family_id, NEW.id, 'TICKET_CLOSED', NULL, NULL);
    END IF;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION tell_of_ticket() FROM PUBLIC;
CREATE OR REPLACE TRIGGER told_of_message AFTER INSERT ON ticket_messages FOR EACH ROW EXECUTE FUNCTION tell_of_ticket();
CREATE OR REPLACE TRIGGER told_of_end AFTER UPDATE OF state ON tickets FOR EACH ROW
  WHEN (NEW.state = 'CLOSED' AND OLD.state <> 'CLOSED') EXECUTE FUNCTION tell_of_ticket();
