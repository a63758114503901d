-- Writes an entry when work with a grade comes to another course, or to another student. Where only the student is
-- another one the entry has no courses.
--
-- Owner's rights: the server's role may only read `audit_entries`, so that no statement of the server adds an entry, or
-- leaves one out.
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
REVOKE ALL ON FUNCTION audit_move() FROM PUBLIC;
