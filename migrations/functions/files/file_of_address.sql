-- The file that an address names, as long as the account sees it there: through rows that use it, or as the one who
-- sent it.
--
-- Owner's rights: the address is the proof of a right that the account had, and there is no viewer whose scope could
-- be set.
CREATE OR REPLACE FUNCTION file_of_address(account uuid, home uuid, file uuid, through_rows boolean)
RETURNS TABLE (name text, media_type text, kind text, sha256 bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT files.name, files.media_type, files.kind, files.sha256 FROM public.files
    WHERE files.home_id = home AND files.id = file AND public.has_place(account, home)
      AND (through_rows AND files.unused_since IS NULL OR NOT through_rows AND files.owner_id = account);
END
$$;
REVOKE ALL ON FUNCTION file_of_address(uuid, uuid, uuid, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION file_of_address(uuid, uuid, uuid, boolean) TO hatched_app;
