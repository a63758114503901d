-- The times at which a provider works from one day to another, both included, in its time zone: the union of its
-- working hours; all of these days where there are none. Hours that end before they begin, or then, end on the next day.
--
-- A local time in a gap of the clock is taken by the offset before it, and of two the first. Hours that would end
-- before they begin, which a gap makes, keep their length.
CREATE OR REPLACE FUNCTION open_hours(days text[], starts time[], ends time[], zone text, first_day date, last_day date)
RETURNS tstzmultirange
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  hours tstzmultirange;
BEGIN
  IF cardinality(days) = 0 THEN
    RETURN tstzmultirange(tstzrange(
      public.local_moment(first_day::timestamp, zone), public.local_moment((last_day + 1)::timestamp, zone)));
  END IF;
  SELECT range_agg(tstzrange(timed.opens_at, CASE WHEN timed.closes_at > timed.opens_at THEN timed.closes_at
    ELSE timed.opens_at + (timed.closes - timed.opens) END))
  INTO hours FROM (
    SELECT spans.opens, spans.closes, public.local_moment(spans.opens, zone) AS opens_at, public.local_moment(spans.closes, zone) AS closes_at
    FROM (
      SELECT dates.day + given.opens AS opens,
        dates.day + CASE WHEN given.closes > given.opens THEN 0 ELSE 1 END + given.closes AS closes
      FROM generate_series(0, last_day - first_day) AS number
      CROSS JOIN LATERAL (SELECT first_day + number AS day) AS dates
      JOIN unnest(days, starts, ends) AS given (weekday, opens, closes) ON given.weekday = (ARRAY[
        'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'])[extract(isodow FROM dates.day)::int]
    ) AS spans
  ) AS timed;
  RETURN coalesce(hours, '{}');
END
$$;
REVOKE ALL ON FUNCTION open_hours(text[], time without time zone[], time without time zone[], text, date, date) FROM PUBLIC;
