-- An assignment may become another student's: a parent gave it to the wrong child, or a sibling takes it over.
-- A trigger guards the columns that never change, in place of privileges on columns (docs/tables.md).
REVOKE UPDATE ON assignments FROM hatched_app;
GRANT UPDATE ON assignments TO hatched_app;
CREATE OR REPLACE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at ON assignments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_columns();

-- A mark as done is of the student who had the work, so it does not move with the work.
CREATE FUNCTION unmark_moved_assignment() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.done_at := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER unmark_moved BEFORE UPDATE OF student_id ON assignments
  FOR EACH ROW WHEN (OLD.student_id <> NEW.student_id) EXECUTE FUNCTION unmark_moved_assignment();
REVOKE ALL ON FUNCTION unmark_moved_assignment() FROM PUBLIC;

-- The audit trail has the student whose graded work it was.
ALTER TABLE audit_entries
  ADD COLUMN previous_member_id uuid,
  ADD COLUMN previous_member_name text COLLATE "und-x-icu";
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_previous_member CHECK (length(previous_member_name) BETWEEN 1 AND 200);
-- The size of the new columns counts.
SELECT track_usage('audit_entries', sampled => true);

-- As in 0019_audit_of_moves.sql, with the students. The courses stay as they were where only the student is another.
CREATE OR REPLACE FUNCTION audit_move() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
BEGIN
  entry.action := 'GRADED_ASSIGNMENT_MOVED';
  entry.family_id := NEW.family_id;
  entry.assignment_id := NEW.id;
  entry.assignment_title := NEW.title;
  SELECT members.id, members.name, members.role INTO entry.member_id, entry.member_name, entry.member_role
  FROM public.members WHERE members.family_id = NEW.family_id AND members.id = NEW.student_id;
  IF OLD.student_id <> NEW.student_id THEN
    SELECT members.id, members.name INTO entry.previous_member_id, entry.previous_member_name
    FROM public.members WHERE members.family_id = OLD.family_id AND members.id = OLD.student_id;
  END IF;
  SELECT courses.name INTO entry.course_name
  FROM public.courses WHERE courses.family_id = NEW.family_id AND courses.id = NEW.course_id;
  SELECT courses.name INTO entry.previous_course_name
  FROM public.courses WHERE courses.family_id = OLD.family_id AND courses.id = OLD.course_id;
  entry.points_awarded := NEW.points_awarded;
  entry.points_possible := NEW.points_possible;
  entry.previous_points_awarded := OLD.points_awarded;
  entry.previous_points_possible := OLD.points_possible;
  PERFORM public.add_audit_entry(entry);
  RETURN NULL;
END
$$;

DROP TRIGGER audit_grade_move ON assignments;
-- Where the grade comes or goes with the move, its own entry says enough.
CREATE TRIGGER audit_grade_move AFTER UPDATE ON assignments
  FOR EACH ROW WHEN ((OLD.course_id IS DISTINCT FROM NEW.course_id OR OLD.student_id <> NEW.student_id)
    AND OLD.points_awarded IS NOT NULL AND NEW.points_awarded IS NOT NULL)
  EXECUTE FUNCTION audit_move();
