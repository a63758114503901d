-- The days of a series from one day to another, in their order: those that the rule gives, as RFC 5545, section 3.3.10,
-- says. The columns are those of `events` and `tasks`. A test compares it with the module Recurrence.
--
-- Places among the days of a month or year count from its beginning, which may lie before the first day of the series.
--
-- May be null: last_day.
CREATE OR REPLACE FUNCTION series_days(
  first date, frequency text, step int, by_day text[], by_month_day int[], by_month int[], by_set_pos int[], week_start text, last_day date,
  since date, until date
) RETURNS SETOF date
LANGUAGE plpgsql IMMUTABLE ROWS 50 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  codes text[] := '{MO,TU,WE,TH,FR,SA,SU}';
  -- The numbers of days count from 0 for the first one.
  lowest int := greatest(since, first) - first;
  highest int := least(until, last_day) - first;
  stride int := 1;
  weekday int := extract(isodow FROM first)::int - 1;
  week_offset int := (weekday - array_position('{MONDAY,TUESDAY,WEDNESDAY,THURSDAY,FRIDAY,SATURDAY,SUNDAY}'::text[], week_start) + 8) % 7;
  months int[] := by_month;
  month_days int[] := by_month_day;
  days text[] := by_day;
  unit text := CASE frequency WHEN 'YEARLY' THEN 'year' ELSE 'month' END;
  -- Of the first month, in months since the beginning of the calendar.
  origin int := extract(year FROM first)::int * 12 + extract(month FROM first)::int;
BEGIN
  IF lowest > highest THEN RETURN; END IF;
  IF frequency = 'DAILY' THEN
    stride := step;
  ELSIF frequency = 'WEEKLY' AND cardinality(by_day) < 2 THEN
    stride := 7 * step;
  END IF;
  IF months = '{}' AND frequency = 'YEARLY' THEN months := ARRAY[extract(month FROM first)::int]; END IF;
  IF month_days = '{}' AND days = '{}' AND frequency IN ('MONTHLY', 'YEARLY') THEN month_days := ARRAY[extract(day FROM first)::int]; END IF;
  lowest := (lowest + stride - 1) / stride * stride;
  IF months = '{}' AND month_days = '{}' AND (frequency = 'WEEKLY' AND cardinality(days) < 2 OR frequency = 'DAILY' AND days = '{}') THEN
    RETURN QUERY SELECT first + number FROM generate_series(lowest, highest, stride) AS number;
    RETURN;
  END IF;
  IF days = '{}' AND frequency = 'WEEKLY' THEN days := ARRAY[codes[weekday + 1]]; END IF;
  IF by_set_pos <> '{}' THEN
    since := first + lowest;
    until := first + highest;
    lowest := date_trunc(unit, since::timestamp)::date - first;
    highest := (date_trunc(unit, until::timestamp) + ('1 ' || unit)::interval)::date - 1 - first;
  END IF;
  RETURN QUERY
    WITH held AS (
      SELECT seen.day FROM (
        SELECT first + number AS day, number, codes[1 + ((weekday + number) % 7 + 7) % 7] AS code, known.month, known.month_day,
          known.year * 12 + known.month - origin AS month_number, known.length
        FROM generate_series(lowest, highest, stride) AS number
        CROSS JOIN LATERAL (
          SELECT extract(year FROM first + number)::int AS year, extract(month FROM first + number)::int AS month,
            extract(day FROM first + number)::int AS month_day,
            extract(day FROM date_trunc('month', (first + number)::timestamp) + interval '1 month - 1 day')::int AS length OFFSET 0) AS known
      ) AS seen
      WHERE (months = '{}' OR seen.month = ANY (months))
        AND (month_days = '{}' OR seen.month_day = ANY (month_days) OR seen.month_day - seen.length - 1 = ANY (month_days))
        AND (days = '{}' OR seen.code = ANY (days) OR frequency IN ('MONTHLY', 'YEARLY') AND (
          ((seen.month_day + 6) / 7)::text || seen.code = ANY (days)
          OR '-' || ((seen.length - seen.month_day) / 7 + 1)::text || seen.code = ANY (days)))
        AND CASE frequency
          WHEN 'WEEKLY' THEN (seen.number + week_offset) / 7 % step = 0
          WHEN 'MONTHLY' THEN seen.month_number % step = 0
          WHEN 'YEARLY' THEN (extract(year FROM seen.day)::int - extract(year FROM first)::int) % step = 0
          ELSE true END
    )
    SELECT placed.day FROM (
      SELECT held.day, row_number() OVER (PARTITION BY date_trunc(unit, held.day::timestamp) ORDER BY held.day) AS place,
        count(*) OVER (PARTITION BY date_trunc(unit, held.day::timestamp)) AS total
      FROM held
    ) AS placed
    WHERE by_set_pos = '{}' OR (placed.place = ANY (by_set_pos) OR placed.place - placed.total - 1 = ANY (by_set_pos))
      AND placed.day >= since AND placed.day <= until
    ORDER BY placed.day;
END
$$;
REVOKE ALL ON FUNCTION
  series_days(date, text, integer, text[], integer[], integer[], integer[], text, date, date, date)
FROM PUBLIC;
