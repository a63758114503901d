-- Notes which files of a school its rows have begun to use, and which no row uses any more: the uses are in `changed`.
--
-- By their names the triggers come before bump_added and its likes: a file bumps the version of its owner, and versions
-- of accounts are locked before those of schools.
--
-- Owner's rights: no role may change `files`; cascades delete uses, too.
CREATE OR REPLACE FUNCTION follow_school_files() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE public.files AS used SET unused_since = NULL
    FROM (SELECT DISTINCT changed.school_id, changed.file_id FROM changed) AS named
    WHERE used.home_id = named.school_id AND used.id = named.file_id AND used.unused_since IS NOT NULL;
  ELSE
    UPDATE public.files AS used SET unused_since = now()
    FROM (SELECT DISTINCT changed.school_id, changed.file_id FROM changed) AS named
    WHERE used.home_id = named.school_id AND used.id = named.file_id AND used.unused_since IS NULL
      AND NOT public.school_file_is_used(named.school_id, named.file_id);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_school_files() FROM PUBLIC;
CREATE OR REPLACE TRIGGER account_file_used AFTER INSERT ON school_file_uses REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_school_files();
CREATE OR REPLACE TRIGGER account_file_left AFTER DELETE ON school_file_uses REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_school_files();
CREATE OR REPLACE TRIGGER account_file_used AFTER INSERT ON school_post_pictures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_school_files();
CREATE OR REPLACE TRIGGER account_file_left AFTER DELETE ON school_post_pictures REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_school_files();
CREATE OR REPLACE TRIGGER account_file_used AFTER INSERT ON school_pictures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_school_files();
CREATE OR REPLACE TRIGGER account_file_left AFTER DELETE ON school_pictures REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_school_files();
CREATE OR REPLACE TRIGGER account_file_used AFTER INSERT ON ticket_files REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_school_files();
CREATE OR REPLACE TRIGGER account_file_left AFTER DELETE ON ticket_files REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_school_files();
CREATE OR REPLACE TRIGGER account_file_used AFTER INSERT ON conversation_files REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_school_files();
CREATE OR REPLACE TRIGGER account_file_left AFTER DELETE ON conversation_files REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_school_files();
