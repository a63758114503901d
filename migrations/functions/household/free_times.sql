-- The free times of a provider that the directory lists, or that is the account's in scope, of some days in its time
-- zone: its working hours from the next quarter of an hour on, at most 400 days ahead, less the times that are taken.
-- Without a first day they begin today.
--
-- May be null: first_day.
--
-- Owner's rights: the bookings of other families are in no scope. It tells when the provider is free, and not why it is
-- not.
CREATE OR REPLACE FUNCTION free_times(provider uuid, first_day date, days int) RETURNS TABLE (starts_at timestamptz, ends_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  known public.providers;
  today date;
  first date;
  last date;
  asked tstzrange;
  -- Nothing changes within a quarter of an hour: see free_times_end().
  earliest timestamptz := date_bin('15 minutes', now(), '2000-01-01 00:00:00+00') + interval '15 minutes';
  taken tstzmultirange;
BEGIN
  SELECT rows.* INTO known FROM public.providers rows WHERE rows.id = provider AND (rows.is_listed OR rows.account_id = account);
  IF NOT FOUND OR account IS NULL THEN RETURN; END IF;
  today := (now() AT TIME ZONE known.time_zone)::date;
  first := coalesce(first_day, today);
  -- Days that nobody can book are not walked through.
  IF first > today + 402 THEN RETURN; END IF;
  last := first + days - 1;
  first := greatest(first, today);
  IF last < first THEN RETURN; END IF;
  asked := tstzrange(
    public.local_moment(first::timestamp, known.time_zone), public.local_moment((last + 1)::timestamp, known.time_zone))
    * tstzrange(earliest, earliest + interval '400 days');
  SELECT range_agg(tstzrange(slots.starts_at, slots.ends_at)) INTO taken FROM public.provider_slots slots
  WHERE slots.account_id = known.account_id AND slots.provider_id = provider
    AND tstzrange(slots.starts_at, slots.ends_at) && asked AND NOT (slots.is_pending AND slots.starts_at <= now());
  RETURN QUERY
    SELECT lower(free.part), upper(free.part)
    FROM unnest(
      public.open_hours(known.hour_days, known.hour_starts, known.hour_ends, known.time_zone, first - 1, last)
        * tstzmultirange(asked) - coalesce(taken, '{}'::tstzmultirange)) AS free (part)
    ORDER BY 1;
END
$$;
REVOKE ALL ON FUNCTION free_times(uuid, date, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION free_times(uuid, date, integer) TO hatched_app;
