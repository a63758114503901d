-- Ties exactly these files of its school to a piece of information of a school that the account in scope administers.
-- Returns those that are no files of the school, or that the account has neither sent nor sees in a row: then the
-- caller fails. The school is locked.
--
-- Owner's rights: the files of a school are seen through its rows alone, and a file that no row uses through none.
CREATE OR REPLACE FUNCTION use_school_files(information uuid, wanted uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  school uuid := (
    SELECT known.school_id FROM public.school_information known
    WHERE known.id = information
      AND known.school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]));
BEGIN
  DELETE FROM public.school_file_uses AS former
  WHERE former.school_id = school AND former.information_id = information AND former.file_id <> ALL (wanted);
  INSERT INTO public.school_file_uses (school_id, id, file_id, information_id)
  SELECT school, gen_random_uuid(), files.id, information FROM public.files
  WHERE files.home_id = school AND files.id = ANY (wanted) AND (
    files.owner_id = account
    OR files.unused_since IS NULL AND public.school_file_is_seen(school, files.id, NULL, NULL, false, NULL))
  ON CONFLICT (school_id, information_id, file_id) DO NOTHING;
  RETURN QUERY
    SELECT named.id FROM unnest(wanted) AS named (id) WHERE NOT EXISTS (
      SELECT 1 FROM public.school_file_uses uses
      WHERE uses.school_id = school AND uses.information_id = information AND uses.file_id = named.id);
END
$$;
REVOKE ALL ON FUNCTION use_school_files(uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION use_school_files(uuid, uuid[]) TO hatched_app;
