-- Writes an entry when a grade is set, changed or removed, or work with a grade is deleted.
--
-- Owner's rights: the server's role may only read `audit_entries`, so that no statement of the server adds an entry, or
-- leaves one out.
CREATE OR REPLACE FUNCTION audit_grade() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
  work public.assignments := coalesce(NEW, OLD);
BEGIN
  entry.action := CASE WHEN TG_OP = 'DELETE' THEN 'GRADED_ASSIGNMENT_DELETED' WHEN NEW.points_awarded IS NULL THEN 'GRADE_REMOVED'
    WHEN OLD.points_awarded IS NULL THEN 'GRADE_SET' ELSE 'GRADE_CHANGED' END;
  entry.family_id := work.family_id;
  entry.assignment_id := work.id;
  entry.assignment_title := work.title;
  SELECT members.id, members.name, members.role INTO entry.member_id, entry.member_name, entry.member_role
  FROM public.members WHERE members.family_id = work.family_id AND members.id = work.student_id;
  entry.points_awarded := NEW.points_awarded;
  entry.points_possible := NEW.points_possible;
  entry.previous_points_awarded := OLD.points_awarded;
  entry.previous_points_possible := OLD.points_possible;
  PERFORM public.add_audit_entry(entry);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION audit_grade() FROM PUBLIC;
