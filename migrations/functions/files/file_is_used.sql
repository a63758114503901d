-- Whether a row uses a file of a home, in a list of files or as its picture.
CREATE OR REPLACE FUNCTION file_is_used(home uuid, file uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM public.file_uses uses WHERE uses.family_id = home AND uses.file_id = file)
    OR EXISTS (SELECT 1 FROM public.absence_files uses WHERE uses.family_id = home AND uses.file_id = file)
    OR EXISTS (SELECT 1 FROM public.members WHERE members.family_id = home AND members.picture_id = file)
    OR EXISTS (SELECT 1 FROM public.collectors persons WHERE persons.family_id = home AND persons.picture_id = file)
    OR EXISTS (SELECT 1 FROM public.accounts WHERE accounts.picture_id = file);
END
$$;
REVOKE ALL ON FUNCTION file_is_used(uuid, uuid) FROM PUBLIC;
