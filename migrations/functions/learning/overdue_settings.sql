-- The settings of the family in scope that the check for overdue work needs.
--
-- Owner's rights: the worker's role may read only the ids of families.
CREATE OR REPLACE FUNCTION overdue_settings(OUT time_zone text, OUT repeats boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$
    SELECT families.time_zone, families.repeats_overdue_notices FROM public.families
    WHERE families.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
  $$;
REVOKE ALL ON FUNCTION overdue_settings() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION overdue_settings() TO hatched_worker;
