-- Tells the parents of a decision on an absence report, and the staff of the class of each step of a parent. A change
-- of more than a day ago is a copy that is read in.
--
-- Owner's rights: staff act in no family, and may not read or add a family's notifications.
CREATE OR REPLACE FUNCTION tell_of_absence() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known public.enrolments;
BEGIN
  IF NEW.updated_at < now() - interval '1 day' THEN RETURN NULL; END IF;
  IF NEW.state IN ('EXCUSED', 'UNEXCUSED') THEN
    SELECT * INTO known FROM public.enrolments rows WHERE rows.family_id = NEW.family_id AND rows.id = NEW.enrolment_id;
    PERFORM public.tell_parents(
      NEW.family_id, NEW.enrolment_id, known.student_id, NULL,
      CASE NEW.state WHEN 'EXCUSED' THEN 'ABSENCE' ELSE 'ABSENCE_UNEXCUSED' END,
      jsonb_build_object('student', known.student_name, 'person', NEW.decided_by, 'reason', NEW.decision_note));
  ELSE
    PERFORM public.push_to_staff('class-absence', NEW.family_id, NEW.id, NEW.staff_school_id, NEW.class_id);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION tell_of_absence() FROM PUBLIC;
CREATE OR REPLACE TRIGGER told_of_new AFTER INSERT ON absence_reports FOR EACH ROW EXECUTE FUNCTION tell_of_absence();
CREATE OR REPLACE TRIGGER told_of_change AFTER UPDATE ON absence_reports FOR EACH ROW
  -- Column by column: PostgreSQL nests a comparison of rows otherwise than its dump does.
  -- A new file changes the version alone.
  WHEN (OLD.version <> NEW.version OR OLD.first_day IS DISTINCT FROM NEW.first_day OR OLD.last_day IS DISTINCT FROM NEW.last_day
    OR OLD.reason IS DISTINCT FROM NEW.reason OR OLD.note IS DISTINCT FROM NEW.note OR OLD.state IS DISTINCT FROM NEW.state
    OR OLD.decided_by IS DISTINCT FROM NEW.decided_by OR OLD.decision_note IS DISTINCT FROM NEW.decision_note)
  EXECUTE FUNCTION tell_of_absence();
