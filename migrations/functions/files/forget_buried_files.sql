-- Deletes the tombstones of files whose bytes are deleted.
--
-- Owner's rights: no role has a privilege on `file_tombstones`.
CREATE OR REPLACE FUNCTION forget_buried_files(deleted uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.file_tombstones AS buried WHERE buried.id = ANY (deleted);
END
$$;
REVOKE ALL ON FUNCTION forget_buried_files(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_buried_files(uuid[]) TO hatched_worker;
