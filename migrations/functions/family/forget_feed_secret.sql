-- Forgets the secret of a feed with the feed.
--
-- Owner's rights: no role but the owner has a privilege on `calendar_feed_secrets`.
CREATE OR REPLACE FUNCTION forget_feed_secret() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.calendar_feed_secrets AS known WHERE known.home_id = OLD.family_id AND known.feed_id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION forget_feed_secret() FROM PUBLIC;

CREATE OR REPLACE TRIGGER forgotten AFTER DELETE ON calendar_feeds FOR EACH ROW EXECUTE FUNCTION forget_feed_secret();
