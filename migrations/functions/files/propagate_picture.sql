-- Copies to the enrolments of a student that have not ended its picture, which has changed, or the consent to it has.
--
-- Owner's rights: the server's role may only read `enrolments`.
CREATE OR REPLACE FUNCTION propagate_picture() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  student uuid;
  picture uuid;
BEGIN
  -- Not in one expression: PostgreSQL looks for the columns of both.
  IF TG_TABLE_NAME = 'consents' THEN student := NEW.student_id; ELSE student := NEW.id; END IF;
  picture := public.student_picture(NEW.family_id, student);
  UPDATE public.enrolments AS rows SET picture_id = picture, version = rows.version + 1, updated_at = now()
  WHERE rows.family_id = NEW.family_id AND rows.student_id = student AND rows.state <> 'ENDED'
    AND rows.picture_id IS DISTINCT FROM picture;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION propagate_picture() FROM PUBLIC;
CREATE OR REPLACE TRIGGER picture_propagated AFTER UPDATE OF picture_id ON members
  FOR EACH ROW WHEN (OLD.picture_id IS DISTINCT FROM NEW.picture_id) EXECUTE FUNCTION propagate_picture();
CREATE OR REPLACE TRIGGER picture_propagated AFTER INSERT OR UPDATE OF withdrawn_at ON consents
  FOR EACH ROW WHEN (NEW.kind = 'PHOTOGRAPHS') EXECUTE FUNCTION propagate_picture();
