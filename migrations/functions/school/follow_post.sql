-- Copies the state and the least age of a post to its comments, before its own row changes: so rows are locked before
-- versions are.
--
-- Owner's rights: the author of a post does not write the comments of others.
CREATE OR REPLACE FUNCTION follow_post() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.school_comments AS known SET post_state = NEW.state, least_age = NEW.least_age
  WHERE known.school_id = NEW.school_id AND known.post_id = NEW.id
    AND (known.post_state <> NEW.state OR known.least_age IS DISTINCT FROM NEW.least_age);
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION follow_post() FROM PUBLIC;

CREATE OR REPLACE TRIGGER followed BEFORE UPDATE OF state, least_age ON school_posts FOR EACH ROW
  WHEN (OLD.state <> NEW.state OR OLD.least_age IS DISTINCT FROM NEW.least_age) EXECUTE FUNCTION follow_post();
