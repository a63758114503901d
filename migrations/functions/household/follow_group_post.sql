-- Gives the comments of a post of a group its state.
--
-- Owner's rights: moderators do not see comments of families that they have blocked.
CREATE OR REPLACE FUNCTION follow_group_post() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.group_comments AS comments SET post_state = NEW.state
  WHERE comments.group_id = NEW.group_id AND comments.post_id = NEW.id AND comments.post_state <> NEW.state;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_group_post() FROM PUBLIC;
CREATE OR REPLACE TRIGGER followed AFTER UPDATE OF state ON group_posts FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION follow_group_post();
