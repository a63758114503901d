-- Copies a changed school, class or name of an enrolment to its rows: to those of each table whose trigger calls
-- copy_enrolment().
--
-- Owner's rights: the copies set the scope of schools' policies, and the server's role may not change all of these
-- tables.
CREATE OR REPLACE FUNCTION propagate_enrolment() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  mirror regclass;
BEGIN
  IF (OLD.staff_school_id, OLD.class_id) IS DISTINCT FROM (NEW.staff_school_id, NEW.class_id) THEN
    FOR mirror IN
      SELECT copies.tgrelid FROM pg_trigger copies
      WHERE copies.tgfoid = 'public.copy_enrolment()'::regprocedure ORDER BY copies.tgrelid
    LOOP
      EXECUTE format('UPDATE %s SET staff_school_id = $1, class_id = $2 WHERE family_id = $3 AND enrolment_id = $4', mirror)
      USING NEW.staff_school_id, NEW.class_id, NEW.family_id, NEW.id;
    END LOOP;
  END IF;
  IF OLD.student_name IS DISTINCT FROM NEW.student_name THEN
    UPDATE public.dismissals SET student_name = NEW.student_name
    WHERE dismissals.family_id = NEW.family_id AND dismissals.enrolment_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION propagate_enrolment() FROM PUBLIC;
