-- Time zones go by the names that the IANA gave them. To PostgreSQL any case of letters will do, and what it does not
-- know may be a rule of its own: devices know neither.

CREATE FUNCTION known_time_zone(name text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_timezone_names zone WHERE zone.name = known_time_zone.name) THEN
    RAISE invalid_parameter_value USING MESSAGE = 'there is no such time zone';
  END IF;
  RETURN name;
END
$$;
