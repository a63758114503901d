-- Copies a changed class or name of an enrolment to the tickets about its student. The administrators of the school
-- keep those of an enrolment that has ended; teachers do not.
--
-- Owner's rights: the copies set the scope of schools' policies, and the server's role may not change them.
CREATE OR REPLACE FUNCTION move_tickets() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.tickets AS asked
  SET class_id = CASE WHEN asked.kind <> 'BUG' THEN NEW.class_id END, student_name = NEW.student_name
  WHERE asked.family_id = NEW.family_id AND asked.enrolment_id = NEW.id;
  IF OLD.class_id IS DISTINCT FROM NEW.class_id THEN
    UPDATE public.ticket_messages AS told SET class_id = asked.class_id
    FROM public.tickets asked
    WHERE asked.family_id = NEW.family_id AND asked.enrolment_id = NEW.id
      AND told.family_id = asked.family_id AND told.ticket_id = asked.id;
    UPDATE public.ticket_files AS uses SET class_id = told.class_id
    FROM public.tickets asked
    JOIN public.ticket_messages told ON told.family_id = asked.family_id AND told.ticket_id = asked.id
    WHERE asked.family_id = NEW.family_id AND asked.enrolment_id = NEW.id
      AND uses.family_id = told.family_id AND uses.message_id = told.id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION move_tickets() FROM PUBLIC;
CREATE OR REPLACE TRIGGER tickets_moved AFTER UPDATE OF class_id, student_name ON enrolments FOR EACH ROW
  WHEN (OLD.class_id IS DISTINCT FROM NEW.class_id OR OLD.student_name IS DISTINCT FROM NEW.student_name)
  EXECUTE FUNCTION move_tickets();
