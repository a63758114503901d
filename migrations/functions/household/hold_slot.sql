-- Locks the provider of a service, and says whether a booking may have a time: of a new booking, which no row has yet,
-- the service has to be in the directory. The family is locked. Bookings that nobody has confirmed before their start
-- give their time back, and so does all that is over. A family has at most 500 bookings with a provider that wait to be
-- confirmed.
--
-- Outcomes: FREE, NONE, LENGTH, PAST, FAR, CLOSED, TAKEN, LIMIT.
--
-- Owner's rights: the times of other families are in no scope, and the server's role writes none.
CREATE OR REPLACE FUNCTION hold_slot(service uuid, booking uuid, starts_at timestamptz, ends_at timestamptz) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  asked tstzrange;
  known public.providers;
  is_new boolean := NOT EXISTS (SELECT 1 FROM public.bookings rows WHERE rows.family_id = home AND rows.id = booking);
BEGIN
  IF ends_at - starts_at < interval '15 minutes' OR ends_at - starts_at > interval '72 hours' THEN RETURN 'LENGTH'; END IF;
  asked := tstzrange(starts_at, ends_at);
  PERFORM 1 FROM public.providers rows
  WHERE rows.id = (SELECT offered.provider_id FROM public.services offered WHERE offered.id = service) FOR NO KEY UPDATE;
  SELECT rows.* INTO known FROM public.providers rows
  JOIN public.services offered ON offered.account_id = rows.account_id AND offered.provider_id = rows.id
  WHERE offered.id = service AND (NOT is_new OR rows.is_listed AND offered.ended_at IS NULL);
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF starts_at < now() THEN RETURN 'PAST'; END IF;
  IF starts_at > now() + interval '400 days' THEN RETURN 'FAR'; END IF;
  IF EXISTS (
    SELECT 1 FROM public.provider_slots slots
    WHERE slots.account_id = known.account_id AND (slots.ends_at <= now() OR slots.is_pending AND slots.starts_at <= now())
  ) THEN
    DELETE FROM public.provider_slots slots
    WHERE slots.account_id = known.account_id AND (slots.ends_at <= now() OR slots.is_pending AND slots.starts_at <= now());
  END IF;
  IF NOT asked <@ public.open_hours(
    known.hour_days, known.hour_starts, known.hour_ends, known.time_zone,
    (starts_at AT TIME ZONE known.time_zone)::date - 1, (ends_at AT TIME ZONE known.time_zone)::date)
  THEN RETURN 'CLOSED'; END IF;
  IF EXISTS (
    SELECT 1 FROM public.provider_slots slots
    WHERE slots.account_id = known.account_id AND slots.id <> booking AND tstzrange(slots.starts_at, slots.ends_at) && asked
  ) THEN RETURN 'TAKEN'; END IF;
  IF (
    SELECT count(*) FROM public.bookings rows
    WHERE rows.family_id = home AND rows.provider_id = known.id AND rows.id <> booking AND rows.state = 'PENDING'
      AND rows.starts_at > now()
  ) >= 500 THEN RETURN 'LIMIT'; END IF;
  RETURN 'FREE';
END
$$;
REVOKE ALL ON FUNCTION hold_slot(uuid, uuid, timestamp with time zone, timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hold_slot(uuid, uuid, timestamp with time zone, timestamp with time zone) TO hatched_app;
