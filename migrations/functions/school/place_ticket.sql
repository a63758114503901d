-- Copies the school and the class of those who answer to a new ticket, and the name of the child. A fault of the
-- program has neither. Refuses a family's own ticket to a school where it has no enrolled student.
--
-- Owner's rights: the copies set the scope of schools' policies: a statement of the server could name any school.
CREATE OR REPLACE FUNCTION place_ticket() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  source public.enrolments;
BEGIN
  NEW.class_id := NULL;
  NEW.student_name := NULL;
  NEW.staff_school_id := CASE WHEN NEW.kind <> 'BUG' THEN NEW.school_id END;
  IF NEW.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid AND NOT EXISTS (
    SELECT 1 FROM public.enrolments rows
    WHERE rows.family_id = NEW.family_id AND rows.school_id = NEW.school_id AND rows.state = 'CONFIRMED'
  ) THEN
    RAISE EXCEPTION 'the school has no student of the family' USING ERRCODE = '23503', CONSTRAINT = 'tickets_school';
  END IF;
  IF NEW.enrolment_id IS NOT NULL THEN
    SELECT * INTO source FROM public.enrolments rows
    WHERE rows.family_id = NEW.family_id AND rows.id = NEW.enrolment_id AND rows.school_id = NEW.school_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the school has no such enrolment' USING ERRCODE = '23503', CONSTRAINT = 'tickets_enrolment';
    END IF;
    NEW.student_name := source.student_name;
    IF NEW.kind <> 'BUG' THEN NEW.class_id := source.class_id; END IF;
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION place_ticket() FROM PUBLIC;
CREATE OR REPLACE TRIGGER placed BEFORE INSERT ON tickets FOR EACH ROW EXECUTE FUNCTION place_ticket();
