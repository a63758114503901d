-- Clears `courses.is_plain_mean` for a grading method that is no mean of percentages.
CREATE OR REPLACE FUNCTION grade_by_method() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.is_plain_mean := false;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION grade_by_method() FROM PUBLIC;
