-- The ids of the versions that a change of a row of the scope AUDIENCE bumps: that of the school for a row for all;
-- else those of the audiences of its classes, and of the classes of its grades. Where there is no such class, that of
-- the school, so that its staff hear of it.
CREATE OR REPLACE FUNCTION audience_versions(school uuid, grades text[], classes uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF grades <> '{}' OR classes <> '{}' THEN
    RETURN QUERY SELECT public.audience_key(named.id, 'version') FROM public.school_classes named
      WHERE named.school_id = school AND (named.id = ANY (classes) OR named.grade = ANY (grades));
    IF FOUND THEN RETURN; END IF;
  END IF;
  RETURN NEXT school;
END
$$;
REVOKE ALL ON FUNCTION audience_versions(uuid, text[], uuid[]) FROM PUBLIC;
