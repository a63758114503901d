-- Writes an entry when work with a grade comes to another weight group, or to count otherwise.
--
-- Owner's rights: the server's role may only read `audit_entries`, so that no statement of the server adds an entry, or
-- leaves one out.
CREATE OR REPLACE FUNCTION audit_grade_weight() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
BEGIN
  entry.action := 'GRADE_WEIGHT_CHANGED';
  entry.family_id := NEW.family_id;
  entry.assignment_id := NEW.id;
  entry.assignment_title := NEW.title;
  SELECT members.id, members.name, members.role INTO entry.member_id, entry.member_name, entry.member_role
  FROM public.members WHERE members.family_id = NEW.family_id AND members.id = NEW.student_id;
  SELECT courses.name INTO entry.course_name
  FROM public.courses WHERE courses.family_id = NEW.family_id AND courses.id = NEW.course_id;
  entry.record_id := NEW.id;
  entry.values_before := jsonb_build_object(
    'weight_group_id', OLD.weight_group_id, 'is_counted', OLD.is_counted, 'is_extra_credit', OLD.is_extra_credit);
  entry.values_after := jsonb_build_object(
    'weight_group_id', NEW.weight_group_id, 'is_counted', NEW.is_counted, 'is_extra_credit', NEW.is_extra_credit);
  entry.points_awarded := NEW.points_awarded;
  entry.points_possible := NEW.points_possible;
  entry.previous_points_awarded := OLD.points_awarded;
  entry.previous_points_possible := OLD.points_possible;
  PERFORM public.add_audit_entry(entry);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION audit_grade_weight() FROM PUBLIC;
