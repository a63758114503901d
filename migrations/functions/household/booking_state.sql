-- The state of a booking as it reads now: one that is PENDING is CANCELLED from its start on, and one that is CONFIRMED
-- is DONE from its end on. BookingTable in Sources/Domain/Household/Bookings has all changes, and a test compares.
CREATE OR REPLACE FUNCTION booking_state(state text, starts_at timestamptz, ends_at timestamptz) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  reading text := state;
BEGIN
  IF state = 'PENDING' AND starts_at <= now() THEN
    reading := 'CANCELLED';
  ELSIF state = 'CONFIRMED' AND ends_at <= now() THEN
    reading := 'DONE';
  END IF;
  RETURN reading;
END
$$;
REVOKE ALL ON FUNCTION booking_state(text, timestamp with time zone, timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION booking_state(text, timestamp with time zone, timestamp with time zone) TO hatched_app;
