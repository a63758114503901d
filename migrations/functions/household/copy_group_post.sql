-- Copies to a new comment the author and the state of its post.
--
-- Owner's rights: the copies set the scope of the policies: a statement of the server could name any author.
CREATE OR REPLACE FUNCTION copy_group_post() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT posts.author_id, posts.state INTO NEW.post_author_id, NEW.post_state
  FROM public.group_posts posts WHERE posts.group_id = NEW.group_id AND posts.id = NEW.post_id FOR KEY SHARE;
  -- Without a post the foreign key refuses the row.
  IF NOT FOUND THEN
    NEW.post_author_id := NEW.author_id;
    NEW.post_state := 'PUBLISHED';
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION copy_group_post() FROM PUBLIC;
CREATE OR REPLACE TRIGGER copied BEFORE INSERT ON group_comments FOR EACH ROW EXECUTE FUNCTION copy_group_post();
