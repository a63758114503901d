-- Keeps the hash of the secret of a feed of the family in scope, unless it has one; returns whether this is its own.
--
-- Owner's rights: no role but the owner has a privilege on `calendar_feed_secrets`.
CREATE OR REPLACE FUNCTION set_feed_secret(feed uuid, hash bytea) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.calendar_feed_secrets (home_id, feed_id, secret_hash)
  SELECT feeds.family_id, feeds.id, hash FROM public.calendar_feeds feeds
  WHERE feeds.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid AND feeds.id = feed
  ON CONFLICT (home_id, feed_id) DO NOTHING;
  RETURN EXISTS (
    SELECT 1 FROM public.calendar_feed_secrets secrets
    WHERE secrets.home_id = nullif(current_setting('hatched.family_id', true), '')::uuid AND secrets.feed_id = feed
      AND secrets.secret_hash = hash);
END
$$;
REVOKE ALL ON FUNCTION set_feed_secret(uuid, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_feed_secret(uuid, bytea) TO hatched_app;
