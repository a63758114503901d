-- The reason for which a family and a provider may write to each other: LISTED while the provider is in the directory,
-- BOOKED while a booking of the family stands, and ENDED for none.
CREATE OR REPLACE FUNCTION provider_talk_state(family uuid, provider uuid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  RETURN CASE
    WHEN EXISTS (SELECT 1 FROM public.providers offering WHERE offering.id = provider AND offering.is_listed) THEN 'LISTED'
    WHEN EXISTS (
      SELECT 1 FROM public.bookings rows
      WHERE rows.family_id = family AND rows.provider_id = provider
        AND public.booking_state(rows.state, rows.starts_at, rows.ends_at) IN ('PENDING', 'CONFIRMED')) THEN 'BOOKED'
    ELSE 'ENDED'
  END;
END
$$;
REVOKE ALL ON FUNCTION provider_talk_state(uuid, uuid) FROM PUBLIC;
