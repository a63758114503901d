-- Notes which file a row has begun to use as its picture, and which it no longer uses. Refuses a document, a file of
-- another account that no row uses, or only rows that the account in scope does not see, and for an account a file that
-- is neither its own nor its family's.
--
-- Owner's rights: the server's role may only read `files`.
CREATE OR REPLACE FUNCTION follow_picture() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  picture public.files;
  is_own boolean;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    SELECT * INTO picture FROM public.files WHERE files.id = NEW.picture_id;
    IF FOUND THEN
      -- The key of the other tables has the family.
      is_own := TG_TABLE_NAME <> 'accounts' OR picture.home_id = (to_jsonb(NEW) ->> 'id')::uuid OR EXISTS (
        SELECT 1 FROM public.members
        WHERE members.account_id = (to_jsonb(NEW) ->> 'id')::uuid AND members.family_id = picture.home_id);
      IF NOT is_own OR account IS DISTINCT FROM picture.owner_id AND account IS NOT NULL AND (
        picture.unused_since IS NOT NULL OR EXISTS (
          SELECT 1 FROM public.members own
          WHERE own.account_id = account AND own.family_id = picture.home_id
            AND public.file_is_hidden(picture.home_id, picture.id, own.id, (to_jsonb(NEW) ->> 'id')::uuid)))
      THEN
        RAISE EXCEPTION 'the account does not see the file'
          USING ERRCODE = '23503', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_picture';
      END IF;
      IF picture.kind <> 'PICTURE' THEN
        RAISE EXCEPTION 'the file is no picture'
          USING ERRCODE = '23514', TABLE = TG_TABLE_NAME,
            CONSTRAINT = CASE TG_TABLE_NAME
              WHEN 'members' THEN 'members_picture_kind' WHEN 'accounts' THEN 'accounts_picture_kind' ELSE 'collectors_picture_kind' END;
      END IF;
      UPDATE public.files AS used SET unused_since = NULL WHERE used.id = NEW.picture_id AND used.unused_since IS NOT NULL;
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE public.files AS used SET unused_since = now()
    WHERE used.id = OLD.picture_id AND used.unused_since IS NULL AND NOT public.file_is_used(used.home_id, used.id);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_picture() FROM PUBLIC;
CREATE OR REPLACE TRIGGER picture_added AFTER INSERT ON members
  FOR EACH ROW WHEN (NEW.picture_id IS NOT NULL) EXECUTE FUNCTION follow_picture();
CREATE OR REPLACE TRIGGER picture_changed AFTER UPDATE OF picture_id ON members
  FOR EACH ROW WHEN (OLD.picture_id IS DISTINCT FROM NEW.picture_id) EXECUTE FUNCTION follow_picture();
CREATE OR REPLACE TRIGGER picture_removed AFTER DELETE ON members
  FOR EACH ROW WHEN (OLD.picture_id IS NOT NULL) EXECUTE FUNCTION follow_picture();
CREATE OR REPLACE TRIGGER picture_added AFTER INSERT ON collectors
  FOR EACH ROW WHEN (NEW.picture_id IS NOT NULL) EXECUTE FUNCTION follow_picture();
CREATE OR REPLACE TRIGGER picture_changed AFTER UPDATE OF picture_id ON collectors
  FOR EACH ROW WHEN (OLD.picture_id IS DISTINCT FROM NEW.picture_id) EXECUTE FUNCTION follow_picture();
CREATE OR REPLACE TRIGGER picture_removed AFTER DELETE ON collectors
  FOR EACH ROW WHEN (OLD.picture_id IS NOT NULL) EXECUTE FUNCTION follow_picture();
CREATE OR REPLACE TRIGGER picture_changed AFTER UPDATE OF picture_id ON accounts
  FOR EACH ROW WHEN (OLD.picture_id IS DISTINCT FROM NEW.picture_id) EXECUTE FUNCTION follow_picture();
CREATE OR REPLACE TRIGGER picture_removed AFTER DELETE ON accounts
  FOR EACH ROW WHEN (OLD.picture_id IS NOT NULL) EXECUTE FUNCTION follow_picture();
