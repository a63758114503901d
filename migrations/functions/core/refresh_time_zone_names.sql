-- Adds the names that PostgreSQL has come to know, and removes those that it no longer knows: a family keeps the zone
-- that it has. Returns how many rows changed.
CREATE OR REPLACE FUNCTION refresh_time_zone_names() RETURNS int
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
