-- Ties exactly these pictures of its school to a post that the account in scope wrote. Returns those that it may not
-- use, besides those that the post has: then the caller fails. The post is locked.
--
-- Owner's rights: the server's role may only read the table: a picture that is tied has been looked at here.
CREATE OR REPLACE FUNCTION use_post_pictures(post uuid, wanted uuid[]) RETURNS TABLE (file uuid, is_document boolean)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  school uuid := (
    SELECT known.school_id FROM public.school_posts known
    WHERE known.id = post AND known.author_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]));
  added uuid[] := ARRAY(
    SELECT named.id FROM unnest(wanted) AS named (id) WHERE NOT EXISTS (
      SELECT 1 FROM public.school_post_pictures uses
      WHERE uses.school_id = school AND uses.post_id = post AND uses.file_id = named.id));
BEGIN
  RETURN QUERY SELECT unusable.file, unusable.is_document FROM public.unusable_pictures(school, added) AS unusable;
  IF FOUND THEN RETURN; END IF;
  DELETE FROM public.school_post_pictures AS former
  WHERE former.school_id = school AND former.post_id = post AND former.file_id <> ALL (wanted);
  INSERT INTO public.school_post_pictures (school_id, id, file_id, post_id)
  SELECT school, gen_random_uuid(), named.id, post FROM unnest(added) AS named (id);
END
$$;
REVOKE ALL ON FUNCTION use_post_pictures(uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION use_post_pictures(uuid, uuid[]) TO hatched_app;
