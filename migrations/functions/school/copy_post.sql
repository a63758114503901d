-- Copies to a new comment the audience, the least age, the author and the state of its post, which is locked: a state
-- that changes meanwhile reaches the comment, too.
--
-- Owner's rights: row-level security locks no row that the viewer does not write.
CREATE OR REPLACE FUNCTION copy_post() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT posts.grades, posts.class_ids, posts.least_age, posts.author_id, posts.state
  INTO NEW.grades, NEW.class_ids, NEW.least_age, NEW.post_author_id, NEW.post_state
  FROM public.school_posts posts WHERE posts.school_id = NEW.school_id AND posts.id = NEW.post_id FOR SHARE;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION copy_post() FROM PUBLIC;

CREATE OR REPLACE TRIGGER copied BEFORE INSERT ON school_comments FOR EACH ROW EXECUTE FUNCTION copy_post();
