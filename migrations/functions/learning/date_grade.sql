-- The day of a grade goes with it.
CREATE OR REPLACE FUNCTION date_grade() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.points_awarded IS NULL THEN
    NEW.graded_at := NULL;
    IF NEW.graded_on IS NOT DISTINCT FROM OLD.graded_on THEN NEW.graded_on := NULL; END IF;
  ELSE
    NEW.graded_at := now();
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION date_grade() FROM PUBLIC;
