-- The names of time zones, in a table. The view pg_timezone_names opens every file of the time zone database each time it
-- is read (27 ms); a change of a family's time zone asks for one name.
--
-- `hatched migrate` fills the table again on each run, since an update of PostgreSQL or of the operating system brings
-- names, and `hatched doctor` tells when they differ.
CREATE TABLE time_zone_names (
  name text PRIMARY KEY
);
-- No policy: only the functions below see a row.
ALTER TABLE time_zone_names ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- Adds the names that PostgreSQL has come to know, and removes those that it no longer knows: a family keeps the zone
-- that it has. Returns how many rows changed.
CREATE FUNCTION refresh_time_zone_names() RETURNS int
LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
  WITH
    known AS MATERIALIZED (SELECT DISTINCT name FROM pg_timezone_names),
    added AS (
      INSERT INTO public.time_zone_names (name) SELECT name FROM known ON CONFLICT DO NOTHING RETURNING 1
    ),
    removed AS (
      DELETE FROM public.time_zone_names names WHERE NOT EXISTS (SELECT FROM known WHERE known.name = names.name)
      RETURNING 1
    )
  SELECT (SELECT count(*) FROM added)::int + (SELECT count(*) FROM removed)::int
$$;
REVOKE ALL ON FUNCTION refresh_time_zone_names() FROM PUBLIC;
SELECT refresh_time_zone_names();

-- The name itself, if PostgreSQL knows it: as the IANA writes it, and no other.
CREATE OR REPLACE FUNCTION known_time_zone(name text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.time_zone_names zone WHERE zone.name = known_time_zone.name) THEN
    RAISE invalid_parameter_value USING MESSAGE = 'there is no such time zone';
  END IF;
  RETURN name;
END
$$;
REVOKE ALL ON FUNCTION known_time_zone(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION known_time_zone(text) TO hatched_app;

-- How many names are missing here or unknown to PostgreSQL: zero until the time zone database changes.
CREATE FUNCTION time_zone_names_differing() RETURNS int
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*)::int FROM (SELECT DISTINCT name FROM pg_timezone_names) AS known
  FULL JOIN public.time_zone_names names USING (name) WHERE known IS NULL OR names IS NULL
$$;
REVOKE ALL ON FUNCTION time_zone_names_differing() FROM PUBLIC;
