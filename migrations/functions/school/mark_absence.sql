-- Says for a day whether students are absent, as staff. The families are locked. Returns how many there are.
--
-- Owner's rights: staff may only read `enrolments`: they change absences of students whom they see, and nothing else.
CREATE OR REPLACE FUNCTION mark_absence(enrolled uuid[], is_absent boolean, marked_by text[]) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  staffed uuid[] := nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[];
  taught uuid[] := nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[];
  known record;
  marked int := 0;
BEGIN
  FOR known IN
    UPDATE public.enrolments AS rows
    SET absent_on = CASE WHEN is_absent THEN days.day END, version = rows.version + 1, updated_at = now()
    FROM (SELECT schools.id, (now() AT TIME ZONE schools.time_zone)::date AS day FROM public.schools) AS days,
      unnest(enrolled, marked_by) AS given (id, name)
    WHERE days.id = rows.school_id AND rows.id = given.id
      AND (rows.staff_school_id = ANY (staffed) OR rows.class_id = ANY (taught))
      AND (rows.absent_on IS NOT DISTINCT FROM days.day) <> is_absent
    RETURNING rows.family_id, rows.id, rows.student_id, rows.student_name, given.name
  LOOP
    marked := marked + 1;
    IF NOT is_absent THEN
      PERFORM public.tell_parents(
        known.family_id, known.id, known.student_id, NULL, 'PICKUP_PRESENT',
        jsonb_build_object('student', known.student_name, 'person', known.name));
    ELSIF NOT EXISTS (
      SELECT 1 FROM public.dismissals open
      WHERE open.family_id = known.family_id AND open.enrolment_id = known.id AND open.state IN ('REQUESTED', 'READY')
        AND open.day_ends_at > now())
    THEN
      PERFORM public.tell_parents(
        known.family_id, known.id, known.student_id, NULL, 'PICKUP_ABSENT',
        jsonb_build_object('student', known.student_name, 'person', known.name));
    END IF;
  END LOOP;
  RETURN marked;
END
$$;
REVOKE ALL ON FUNCTION mark_absence(uuid[], boolean, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mark_absence(uuid[], boolean, text[]) TO hatched_app;
