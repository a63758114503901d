-- Copies the picture of a student to an enrolment that begins or ends: an enrolment that has ended has none, nor has
-- one without the consent to it.
--
-- Owner's rights: the server's role may only read `enrolments`.
CREATE OR REPLACE FUNCTION copy_picture() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.picture_id := CASE WHEN NEW.staff_school_id IS NOT NULL THEN public.student_picture(NEW.family_id, NEW.student_id) END;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION copy_picture() FROM PUBLIC;
CREATE OR REPLACE TRIGGER picture_copied BEFORE INSERT OR UPDATE OF staff_school_id, picture_id ON enrolments
  FOR EACH ROW EXECUTE FUNCTION copy_picture();
