-- How many names are missing here or unknown to PostgreSQL: zero until the time zone database changes.
CREATE OR REPLACE FUNCTION time_zone_names_differing() RETURNS int
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*)::int FROM (SELECT DISTINCT name FROM pg_timezone_names) AS known
  FULL JOIN public.time_zone_names names USING (name) WHERE known IS NULL OR names IS NULL
$$;
REVOKE ALL ON FUNCTION time_zone_names_differing() FROM PUBLIC;
