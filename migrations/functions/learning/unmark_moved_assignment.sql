-- A mark as done is of the student who had the work, so it does not move with the work.
CREATE OR REPLACE FUNCTION unmark_moved_assignment() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.done_at := NULL;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION unmark_moved_assignment() FROM PUBLIC;
