-- The price of a booking: the rate for a visit, and for hours the rate times the elapsed time, rounded once, half away
-- from zero, to the minor unit of the currency. It is exact: it computes in whole numbers.
CREATE OR REPLACE FUNCTION booking_price(rate numeric, currency text, per text, starts_at timestamptz, ends_at timestamptz) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  digits int := public.currency_digits(currency);
  -- A rate has at most 6 decimals, and a moment 6 of a second.
  top numeric := trunc(rate * 1000000) * trunc(extract(epoch FROM ends_at - starts_at) * 1000000) * (10::numeric ^ digits)::numeric;
  bottom numeric := 3600::numeric * 1000000 * 1000000;
BEGIN
  IF per = 'VISIT' THEN RETURN round(rate, digits); END IF;
  RETURN round(div(2 * trunc(top) + bottom, 2 * bottom) / trunc(10::numeric ^ digits), digits);
END
$$;
REVOKE ALL ON FUNCTION booking_price(numeric, text, text, timestamp with time zone, timestamp with time zone) FROM PUBLIC;
