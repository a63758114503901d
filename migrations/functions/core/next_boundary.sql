-- The moment of the question: the fields that read the clock declare the moments at which time changes an answer, see
-- `Boundary` in Sources/School. Servers of releases before 0068_boundaries.sql ask this function.
CREATE OR REPLACE FUNCTION next_boundary() RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN now();
END
$$;
REVOKE ALL ON FUNCTION next_boundary() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION next_boundary() TO hatched_app;
