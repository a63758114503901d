-- Notes that families are to be told of a post or a comment of the last day, or that a moderator has hidden one. An
-- older one is a copy that is read in.
--
-- Owner's rights: no role has a privilege on `group_tellings`.
CREATE OR REPLACE FUNCTION note_group_content() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO public.group_tellings (group_id, event, subject_id) VALUES (NEW.group_id, 'GROUP_HIDDEN', NEW.id);
  ELSIF NEW.created_at > now() - interval '1 day' THEN
    INSERT INTO public.group_tellings (group_id, event, subject_id)
    VALUES (NEW.group_id, CASE TG_TABLE_NAME WHEN 'group_posts' THEN 'GROUP' ELSE 'GROUP_COMMENT' END, NEW.id);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_group_content() FROM PUBLIC;
CREATE OR REPLACE TRIGGER noted AFTER INSERT ON group_posts FOR EACH ROW EXECUTE FUNCTION note_group_content();
CREATE OR REPLACE TRIGGER noted AFTER INSERT ON group_comments FOR EACH ROW EXECUTE FUNCTION note_group_content();
CREATE OR REPLACE TRIGGER noted_hidden AFTER UPDATE OF state ON group_posts FOR EACH ROW WHEN (OLD.state <> NEW.state AND NEW.state = 'HIDDEN')
  EXECUTE FUNCTION note_group_content();
CREATE OR REPLACE TRIGGER noted_hidden AFTER UPDATE OF state ON group_comments FOR EACH ROW WHEN (OLD.state <> NEW.state AND NEW.state = 'HIDDEN')
  EXECUTE FUNCTION note_group_content();
