-- Dates the completion of a course, and clears the date of a course that is active again.
CREATE OR REPLACE FUNCTION date_completion() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.status = 'ACTIVE' THEN
    NEW.completed_at := NULL;
  ELSIF NEW.status = 'COMPLETED' AND NEW.completed_at IS NULL THEN
    NEW.completed_at := now();
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION date_completion() FROM PUBLIC;
