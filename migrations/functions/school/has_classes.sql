-- Whether a school has all of these classes.
CREATE OR REPLACE FUNCTION has_classes(school uuid, classes uuid[]) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN NOT EXISTS (
    SELECT 1 FROM unnest(classes) AS wanted (id)
    WHERE NOT EXISTS (SELECT 1 FROM public.school_classes known WHERE known.school_id = school AND known.id = wanted.id));
END
$$;
REVOKE ALL ON FUNCTION has_classes(uuid, uuid[]) FROM PUBLIC;
