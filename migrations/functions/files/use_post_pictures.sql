-- Ties exactly these pictures of its school to a post that the account in scope wrote. Returns those that are no files
-- of the school, or that another account has sent and no row uses, and documents: then the caller fails. The post is locked.
--
-- Owner's rights: the files of a school are seen through its rows alone, and a file that no row uses through none.
CREATE OR REPLACE FUNCTION use_post_pictures(post uuid, wanted uuid[]) RETURNS TABLE (file uuid, is_document boolean)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  school uuid := (
    SELECT known.school_id FROM public.school_posts known
    WHERE known.id = post AND known.author_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]));
BEGIN
  DELETE FROM public.school_post_pictures AS former
  WHERE former.school_id = school AND former.post_id = post AND former.file_id <> ALL (wanted);
  INSERT INTO public.school_post_pictures (school_id, id, file_id, post_id)
  SELECT school, gen_random_uuid(), files.id, post FROM public.files
  WHERE files.home_id = school AND files.id = ANY (wanted) AND files.kind = 'PICTURE' AND (
    files.owner_id = account OR EXISTS (
      SELECT 1 FROM public.school_post_pictures own
      WHERE own.school_id = school AND own.post_id = post AND own.file_id = files.id))
  ON CONFLICT (school_id, post_id, file_id) DO NOTHING;
  RETURN QUERY
    SELECT named.id, EXISTS (
      SELECT 1 FROM public.files
      WHERE files.home_id = school AND files.id = named.id AND files.kind = 'DOCUMENT' AND files.owner_id = account)
    FROM unnest(wanted) AS named (id) WHERE NOT EXISTS (
      SELECT 1 FROM public.school_post_pictures uses
      WHERE uses.school_id = school AND uses.post_id = post AND uses.file_id = named.id);
END
$$;
REVOKE ALL ON FUNCTION use_post_pictures(uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION use_post_pictures(uuid, uuid[]) TO hatched_app;
