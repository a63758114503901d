-- A graded assignment that comes to another course changes the grades of both: the audit trail says so.
ALTER TABLE audit_entries
  ADD COLUMN course_name text CHECK (length(course_name) BETWEEN 1 AND 200),
  ADD COLUMN previous_course_name text CHECK (length(previous_course_name) BETWEEN 1 AND 200),
  DROP CONSTRAINT audit_entries_action_check,
  ADD CONSTRAINT audit_entries_action_check CHECK (action IN (
    'GRADE_SET', 'GRADE_CHANGED', 'GRADE_REMOVED', 'GRADED_ASSIGNMENT_MOVED', 'GRADED_ASSIGNMENT_DELETED',
    'STUDENT_ADDED', 'MEMBER_JOINED', 'MEMBER_LEFT', 'MEMBER_REMOVED', 'STUDENT_DETACHED', 'ROLE_CHANGED',
    'INVITATION_CREATED', 'INVITATION_USED', 'INVITATION_REVOKED', 'FAMILY_EXPORTED'));

CREATE FUNCTION audit_move() RETURNS trigger
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

-- Where the grade comes or goes with the move, its own entry says enough.
CREATE TRIGGER audit_grade_move AFTER UPDATE ON assignments
  FOR EACH ROW WHEN (OLD.course_id IS DISTINCT FROM NEW.course_id
    AND OLD.points_awarded IS NOT NULL AND NEW.points_awarded IS NOT NULL)
  EXECUTE FUNCTION audit_move();

REVOKE ALL ON FUNCTION audit_move() FROM PUBLIC;
