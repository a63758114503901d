-- Copies a changed picture of a student to the enrolments that have not ended.
--
-- Owner's rights: the server's role may only read `enrolments`.
CREATE OR REPLACE FUNCTION propagate_picture() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.enrolments AS rows SET picture_id = NEW.picture_id, version = rows.version + 1, updated_at = now()
  WHERE rows.family_id = NEW.family_id AND rows.student_id = NEW.id AND rows.state <> 'ENDED'
    AND rows.picture_id IS DISTINCT FROM NEW.picture_id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION propagate_picture() FROM PUBLIC;
CREATE OR REPLACE TRIGGER picture_propagated AFTER UPDATE OF picture_id ON members
  FOR EACH ROW WHEN (OLD.picture_id IS DISTINCT FROM NEW.picture_id) EXECUTE FUNCTION propagate_picture();
