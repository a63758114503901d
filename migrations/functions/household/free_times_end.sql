-- The next moment at which free times change by the clock alone: a quarter of an hour, or the start of a booking that
-- nobody has confirmed.
--
-- Owner's rights: the bookings of other families are in no scope. The moment ends an answer that is kept, and stands in
-- none.
CREATE OR REPLACE FUNCTION free_times_end() RETURNS timestamptz
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN least(
    date_bin('15 minutes', now(), '2000-01-01 00:00:00+00') + interval '15 minutes',
    (SELECT min(slots.starts_at) FROM public.provider_slots slots WHERE slots.is_pending AND slots.starts_at > now()));
END
$$;
REVOKE ALL ON FUNCTION free_times_end() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION free_times_end() TO hatched_app;
