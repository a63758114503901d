-- Writes down the changes of enrolments, as track_changes does. Who comes, absences and what the school keeps are
-- hidden from those whom the school bars.
--
-- Owner's rights: the server's role may only read `changes`: no change goes unrecorded.
CREATE OR REPLACE FUNCTION record_enrolments() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM public.record_open_enrolments(added.family_id, added.id, added.student_id, false, true) FROM added;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM public.record_open_enrolments(removed.family_id, removed.id, removed.student_id, true, true) FROM removed;
  ELSE
    PERFORM public.record_open_enrolments(
      added.family_id, added.id, added.student_id, false,
      (added.state, added.class_id, added.wanted_class_id, added.student_number, added.gender, added.ended_at, added.consented_by)
      IS DISTINCT FROM (removed.state, removed.class_id, removed.wanted_class_id, removed.student_number, removed.gender,
        removed.ended_at, removed.consented_by))
    FROM added JOIN removed ON removed.family_id = added.family_id AND removed.id = added.id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION record_enrolments() FROM PUBLIC;
