-- Copies the span of an event as moments: of whole days from the first midnight to the last, in the school's time
-- zone; and the days that it touches there. An event without an end has none that is later than its start, and
-- touches the day of its start. Lists and calendars compare these columns.
--
-- Owner's rights: teachers who change an event do not administer the school; its time zone decides.
CREATE OR REPLACE FUNCTION place_school_event() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  zone text := (SELECT schools.time_zone FROM public.schools WHERE schools.id = NEW.school_id);
BEGIN
  IF NEW.starts_at IS NOT NULL THEN
    NEW.begins_at := NEW.starts_at;
    NEW.closes_at := coalesce(NEW.ends_at, NEW.starts_at);
    NEW.calendar_from := (NEW.starts_at AT TIME ZONE zone)::date;
    NEW.calendar_until := (coalesce(NEW.ends_at - interval '1 microsecond', NEW.starts_at) AT TIME ZONE zone)::date;
  ELSIF NEW.first_day IS NOT NULL THEN
    NEW.begins_at := NEW.first_day::timestamp AT TIME ZONE zone;
    NEW.closes_at := (coalesce(NEW.last_day, NEW.first_day) + 1)::timestamp AT TIME ZONE zone;
    NEW.calendar_from := NEW.first_day;
    NEW.calendar_until := NEW.last_day;
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION place_school_event() FROM PUBLIC;

CREATE OR REPLACE TRIGGER placed BEFORE INSERT OR UPDATE ON school_events FOR EACH ROW EXECUTE FUNCTION place_school_event();
