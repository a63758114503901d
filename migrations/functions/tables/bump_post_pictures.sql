-- Bumps the versions of the places whose people see the posts of which a statement has changed the pictures: those of
-- the audience alone, as bump_audience() does for the posts. A post that is gone has bumped them itself.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION bump_post_pictures() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.bump_places(ARRAY(
    SELECT DISTINCT public.audience_versions(posts.school_id, posts.grades, posts.class_ids)
    FROM changed JOIN public.school_posts posts ON posts.school_id = changed.school_id AND posts.id = changed.post_id));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_post_pictures() FROM PUBLIC;
