-- Those of some files that the account in scope, whose places are entered, may not use as pictures in rows of a school:
-- files of others, which no row that it sees uses, and documents.
--
-- Owner's rights: the files of a school are seen through its rows alone, and a file that no row uses through none.
CREATE OR REPLACE FUNCTION unusable_pictures(school uuid, wanted uuid[]) RETURNS TABLE (file uuid, is_document boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  own public.members;
BEGIN
  SELECT * INTO own FROM public.members WHERE members.account_id = account;
  RETURN QUERY
    SELECT named.id, coalesce(known.kind = 'DOCUMENT' AND known.is_usable, false)
    FROM unnest(wanted) AS named (id) LEFT JOIN LATERAL (
      SELECT files.kind, files.owner_id = account OR files.unused_since IS NULL AND public.school_file_is_seen(
        school, files.id, NULL, NULL, coalesce(own.role = 'STUDENT', false), own.birthday) AS is_usable
      FROM public.files WHERE files.home_id = school AND files.id = named.id) AS known ON true
    WHERE NOT coalesce(known.kind = 'PICTURE' AND known.is_usable, false);
END
$$;
REVOKE ALL ON FUNCTION unusable_pictures(uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unusable_pictures(uuid, uuid[]) TO hatched_app;
