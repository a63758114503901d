-- Fills in when the days of a row end. The time zone is the school's, which no scope of a family shows.
--
-- Owner's rights: the school's time zone is in no scope of a family.
CREATE OR REPLACE FUNCTION date_enrolment() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  zone text := (SELECT schools.time_zone FROM public.schools WHERE schools.id = NEW.school_id);
BEGIN
  NEW.absence_ends_at := (NEW.absent_on + 1)::timestamp AT TIME ZONE zone;
  NEW.collected_ends_at := (NEW.collected_on + 1)::timestamp AT TIME ZONE zone;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION date_enrolment() FROM PUBLIC;
