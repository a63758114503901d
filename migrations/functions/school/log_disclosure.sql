-- Records to whom a school shows students: staff with their classes, and a family with a place. The same disclosure
-- within a day is recorded once, so that nobody fills the log by giving and taking a class.
--
-- Owner's rights: the server's role may only read `school_disclosures`: no statement of the server adds an entry, or
-- leaves one out.
CREATE OR REPLACE FUNCTION log_disclosure() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  shown public.school_disclosures;
BEGIN
  shown.school_id := NEW.school_id;
  IF TG_TABLE_NAME = 'school_staff' THEN
    shown.kind := 'ALL_CLASSES';
    shown.person_name := NEW.name;
  ELSIF TG_TABLE_NAME = 'school_staff_classes' THEN
    shown.kind := 'CLASS';
    SELECT staff.name INTO shown.person_name FROM public.school_staff staff
    WHERE staff.school_id = NEW.school_id AND staff.id = NEW.staff_id;
    SELECT class.name INTO shown.class_name FROM public.school_classes class
    WHERE class.school_id = NEW.school_id AND class.id = NEW.class_id;
  ELSE
    shown.kind := 'STUDENT';
    shown.person_name := NEW.consented_by;
    shown.student_name := NEW.student_name;
    shown.student_number := NEW.student_number;
    shown.enrolment_id := NEW.id;
    SELECT class.name INTO shown.class_name FROM public.school_classes class
    WHERE class.school_id = NEW.school_id AND class.id = NEW.class_id;
  END IF;
  INSERT INTO public.school_disclosures (
    school_id, kind, person_name, class_name, student_name, student_number, enrolment_id)
  SELECT shown.school_id, shown.kind, shown.person_name, shown.class_name, shown.student_name, shown.student_number, shown.enrolment_id
  WHERE NOT EXISTS (
    SELECT 1 FROM public.school_disclosures known
    WHERE known.school_id = shown.school_id AND known.kind = shown.kind AND known.created_at > now() - interval '1 day'
      AND (known.person_name, known.class_name, known.enrolment_id)
        IS NOT DISTINCT FROM (shown.person_name, shown.class_name, shown.enrolment_id));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION log_disclosure() FROM PUBLIC;
