-- Returns the present moment. The fields that read the clock declare the moments at which time changes an answer, see
-- `Boundary` in Sources/Domain: servers of earlier releases ask this function, and ask again each time.
CREATE OR REPLACE FUNCTION next_boundary() RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN now();
END
$$;
REVOKE ALL ON FUNCTION next_boundary() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION next_boundary() TO hatched_app;
