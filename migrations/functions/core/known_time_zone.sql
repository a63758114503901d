-- The name itself, if PostgreSQL knows it: as the IANA writes it, and no other.
--
-- Owner's rights: the server's role has no privilege on `time_zone_names`, in which the names of PostgreSQL are looked
-- up by index.
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
