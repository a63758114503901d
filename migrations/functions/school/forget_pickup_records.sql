-- Forgets records of dismissals and notices after 90 days: returns how many. Bars stay as long as the school.
--
-- Owner's rights: the worker's role has no privilege on `pickup_records`.
CREATE OR REPLACE FUNCTION forget_pickup_records(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  forgotten int;
BEGIN
  DELETE FROM public.pickup_records AS old
  USING (
    SELECT records.school_id, records.id FROM public.pickup_records records
    WHERE records.kind <> 'BAR' AND records.happened_at < now() - interval '90 days'
    ORDER BY records.school_id, records.id LIMIT at_once FOR UPDATE SKIP LOCKED
  ) AS due
  WHERE old.school_id = due.school_id AND old.id = due.id;
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;
REVOKE ALL ON FUNCTION forget_pickup_records(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_pickup_records(integer) TO hatched_worker;
