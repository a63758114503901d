-- Notes which file of its school a row has begun to use as its picture, and which it no longer uses. Refuses a
-- document, and a file that the account in scope has not sent and does not see in a row.
--
-- Owner's rights: the server's role may only read `files`.
CREATE OR REPLACE FUNCTION follow_school_picture() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  picture public.files;
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.picture_id IS NOT NULL THEN
    SELECT * INTO picture FROM public.files WHERE files.home_id = NEW.school_id AND files.id = NEW.picture_id;
    IF FOUND THEN
      IF account IS NOT NULL AND account IS DISTINCT FROM picture.owner_id
        AND (picture.unused_since IS NOT NULL OR NOT public.school_file_is_seen(NEW.school_id, NEW.picture_id, NULL, NULL, false, NULL))
      THEN
        RAISE EXCEPTION 'the account does not see the file' USING ERRCODE = '23503', TABLE = TG_TABLE_NAME,
          CONSTRAINT = CASE TG_TABLE_NAME WHEN 'announcements' THEN 'announcements_picture' ELSE 'school_events_picture' END;
      END IF;
      IF picture.kind <> 'PICTURE' THEN
        RAISE EXCEPTION 'the file is no picture' USING ERRCODE = '23514', TABLE = TG_TABLE_NAME,
          CONSTRAINT = CASE TG_TABLE_NAME WHEN 'announcements' THEN 'announcements_picture_kind' ELSE 'school_events_picture_kind' END;
      END IF;
      UPDATE public.files AS used SET unused_since = NULL
      WHERE used.home_id = NEW.school_id AND used.id = NEW.picture_id AND used.unused_since IS NOT NULL;
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.picture_id IS NOT NULL THEN
    UPDATE public.files AS used SET unused_since = now()
    WHERE used.home_id = OLD.school_id AND used.id = OLD.picture_id AND used.unused_since IS NULL
      AND NOT public.school_file_is_used(OLD.school_id, OLD.picture_id);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_school_picture() FROM PUBLIC;
CREATE OR REPLACE TRIGGER picture_added AFTER INSERT ON announcements
  FOR EACH ROW WHEN (NEW.picture_id IS NOT NULL) EXECUTE FUNCTION follow_school_picture();
CREATE OR REPLACE TRIGGER picture_changed AFTER UPDATE OF picture_id ON announcements
  FOR EACH ROW WHEN (OLD.picture_id IS DISTINCT FROM NEW.picture_id) EXECUTE FUNCTION follow_school_picture();
CREATE OR REPLACE TRIGGER picture_removed AFTER DELETE ON announcements
  FOR EACH ROW WHEN (OLD.picture_id IS NOT NULL) EXECUTE FUNCTION follow_school_picture();
CREATE OR REPLACE TRIGGER picture_added AFTER INSERT ON school_events
  FOR EACH ROW WHEN (NEW.picture_id IS NOT NULL) EXECUTE FUNCTION follow_school_picture();
CREATE OR REPLACE TRIGGER picture_changed AFTER UPDATE OF picture_id ON school_events
  FOR EACH ROW WHEN (OLD.picture_id IS DISTINCT FROM NEW.picture_id) EXECUTE FUNCTION follow_school_picture();
CREATE OR REPLACE TRIGGER picture_removed AFTER DELETE ON school_events
  FOR EACH ROW WHEN (OLD.picture_id IS NOT NULL) EXECUTE FUNCTION follow_school_picture();
