-- Tells the parents of a message of the school of the last day: an older one is a copy that is read in.
--
-- Owner's rights: staff act in no family, and may not read or add a family's notifications.
CREATE OR REPLACE FUNCTION tell_of_message() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known public.enrolments;
BEGIN
  IF NEW.created_at < now() - interval '1 day' THEN RETURN NULL; END IF;
  SELECT * INTO known FROM public.enrolments rows WHERE rows.family_id = NEW.family_id AND rows.id = NEW.enrolment_id;
  PERFORM public.tell_parents(
    NEW.family_id, NEW.enrolment_id, known.student_id, NULL, 'SCHOOL_MESSAGE',
    jsonb_build_object('student', known.student_name, 'person', NEW.author_name), NEW.text);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION tell_of_message() FROM PUBLIC;
