-- Copies a changed school, class or name of an enrolment to its rows.
--
-- Owner's rights: the copies set the scope of schools' policies, and the server's role may not change all of these
-- tables.
CREATE OR REPLACE FUNCTION copy_enrolment_on() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (OLD.staff_school_id, OLD.class_id, OLD.student_name) IS NOT DISTINCT FROM (NEW.staff_school_id, NEW.class_id, NEW.student_name)
  THEN RETURN NULL; END IF;
  UPDATE public.pickup_guardians SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id
  WHERE family_id = NEW.family_id AND enrolment_id = NEW.id;
  UPDATE public.collectors SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id
  WHERE family_id = NEW.family_id AND enrolment_id = NEW.id;
  UPDATE public.dismissals SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id, student_name = NEW.student_name
  WHERE family_id = NEW.family_id AND enrolment_id = NEW.id;
  UPDATE public.school_notices SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id
  WHERE family_id = NEW.family_id AND enrolment_id = NEW.id;
  UPDATE public.pickup_times SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id
  WHERE family_id = NEW.family_id AND enrolment_id = NEW.id;
  UPDATE public.class_messages SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id
  WHERE family_id = NEW.family_id AND enrolment_id = NEW.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION copy_enrolment_on() FROM PUBLIC;
