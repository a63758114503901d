-- Deletes files that no row has used for a day, of the next homes; returns how many.
--
-- Owner's rights: the worker's role has no privilege on files.
CREATE OR REPLACE FUNCTION end_files(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  homes uuid[];
  ended int;
BEGIN
  homes := ARRAY(
    SELECT DISTINCT ending.home_id FROM (
      SELECT unused.home_id FROM public.files unused
      WHERE unused.unused_since <= now() - interval '1 day' ORDER BY unused.unused_since LIMIT at_once) AS ending);
  PERFORM 1 FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  DELETE FROM public.files AS unused WHERE unused.home_id = ANY (homes) AND unused.unused_since <= now() - interval '1 day';
  GET DIAGNOSTICS ended = ROW_COUNT;
  RETURN ended;
END
$$;
REVOKE ALL ON FUNCTION end_files(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_files(integer) TO hatched_worker;
