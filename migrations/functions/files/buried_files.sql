-- The ids of files whose bytes are to be deleted: the next after one, in their order.
--
-- May be null: after.
--
-- Owner's rights: no role has a privilege on `file_tombstones`.
CREATE OR REPLACE FUNCTION buried_files(after uuid, at_once int) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT buried.id FROM public.file_tombstones buried WHERE after IS NULL OR buried.id > after ORDER BY buried.id LIMIT at_once;
END
$$;
REVOKE ALL ON FUNCTION buried_files(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION buried_files(uuid, integer) TO hatched_worker;
