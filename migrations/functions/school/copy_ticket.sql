-- Copies the owners of a ticket to a new message, and those of a message to a new use of a file.
--
-- Owner's rights: the copies set the scope of schools' policies: a statement of the server could name any school.
CREATE OR REPLACE FUNCTION copy_ticket() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- Without a row the foreign key refuses the new one.
  IF TG_TABLE_NAME = 'ticket_messages' THEN
    SELECT asked.school_id, asked.staff_school_id, asked.class_id INTO NEW.school_id, NEW.staff_school_id, NEW.class_id
    FROM public.tickets asked WHERE asked.family_id = NEW.family_id AND asked.id = NEW.ticket_id;
  ELSE
    SELECT told.school_id, told.staff_school_id, told.class_id INTO NEW.school_id, NEW.staff_school_id, NEW.class_id
    FROM public.ticket_messages told WHERE told.family_id = NEW.family_id AND told.id = NEW.message_id;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no such ticket' USING ERRCODE = '23503', TABLE = TG_TABLE_NAME,
      CONSTRAINT = CASE TG_TABLE_NAME WHEN 'ticket_messages' THEN 'ticket_messages_ticket' ELSE 'ticket_files_message' END;
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION copy_ticket() FROM PUBLIC;
CREATE OR REPLACE TRIGGER copied BEFORE INSERT ON ticket_messages FOR EACH ROW EXECUTE FUNCTION copy_ticket();
CREATE OR REPLACE TRIGGER copied BEFORE INSERT ON ticket_files FOR EACH ROW EXECUTE FUNCTION copy_ticket();
