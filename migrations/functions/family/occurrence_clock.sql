-- The local start and end of an occurrence of a series: what its row sets, and what it does not set as the series says.
-- Where both do not go together any more, as the series was changed since, the series decides.
--
-- May be null: series_time, series_end_time, kept, start_time.
CREATE OR REPLACE FUNCTION occurrence_clock(
  occurrence date, series_day date, series_time time, series_end_day date, series_end_time time, kept public.occurrences,
  OUT start_day date, OUT start_time time, OUT local_end timestamp
)
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  nights int := series_end_day - series_day;
  end_day date;
BEGIN
  start_day := coalesce(kept.date, occurrence);
  start_time := coalesce(kept.time, series_time);
  end_day := coalesce(kept.end_date, start_day + nights);
  IF start_time IS NULL THEN
    -- What has no time ends with its last day.
    local_end := end_day + 1 + time '00:00';
    IF kept.end_time IS NULL AND end_day BETWEEN start_day AND start_day + 365 THEN RETURN; END IF;
  ELSE
    local_end := CASE WHEN kept.end_date IS NULL AND kept.end_time IS NULL
      THEN start_day + start_time + coalesce((series_end_day + series_end_time) - (series_day + series_time), interval '0')
      ELSE end_day + coalesce(kept.end_time, series_end_time, start_time) END;
    IF local_end - (start_day + start_time) BETWEEN interval '0' AND interval '366 days' THEN RETURN; END IF;
  END IF;
  start_day := occurrence;
  start_time := series_time;
  local_end := occurrence + nights + CASE WHEN series_time IS NULL THEN interval '1 day' ELSE coalesce(series_end_time, series_time)::interval END;
END
$$;
REVOKE ALL ON FUNCTION occurrence_clock(date, date, time, date, time, public.occurrences) FROM PUBLIC;
