-- A key of an audience besides the ids of schools, classes and staff: `staff` of a school, `grade 4` of a school, and
-- `version` of a class, the id of the version that changes for its audience. For the others see enter_places().
--
-- The keys of households, groups and providers are UUIDs of version 8, which no class has (`createSchoolClass` refuses them):
-- ids of classes are keys, too, and clients choose them.
--
-- For columns that are generated: it never changes.
CREATE OR REPLACE FUNCTION audience_key(place uuid, part text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF part IN ('group', 'groups', 'moderators', 'row', 'parents', 'home', 'self', 'provider', 'clients')
    OR part LIKE 'family %' OR part LIKE 'direct %' THEN
    RETURN overlay(md5(place::text || ' ' || part) PLACING '8' FROM 13 FOR 1)::uuid;
  END IF;
  RETURN md5(place::text || ' ' || part)::uuid;
END
$$;
REVOKE ALL ON FUNCTION audience_key(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audience_key(uuid, text) TO hatched_app;
