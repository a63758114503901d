-- No constraint knows which day it is. The name of the constraint has the last day that fits.
CREATE OR REPLACE FUNCTION check_grade_day() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  today date := (
    SELECT (now() AT TIME ZONE families.time_zone)::date FROM public.families WHERE families.family_id = NEW.family_id);
BEGIN
  IF NEW.graded_on > today THEN
    RAISE EXCEPTION 'a grade of a later day' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'assignments_graded_by_today ' || to_char(today, 'YYYY-MM-DD');
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION check_grade_day() FROM PUBLIC;
