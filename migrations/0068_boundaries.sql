-- The moments at which time changes an answer stand with the fields that read the clock: see `Boundary` in Sources/School. The server
-- asks for those that a plan declares. A server of before asks this function: to it every answer is of its moment alone.
CREATE OR REPLACE FUNCTION next_boundary() RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN now();
END
$$;
