-- Bumps the versions of the families and classes of rows that a statement has changed: of the class before and after,
-- and of the school where there is no class.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION bump_pickup() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  homes uuid[];
  places uuid[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(DISTINCT rows.family_id), array_agg(DISTINCT rows.place) INTO homes, places FROM (
      SELECT changed.family_id, coalesce(changed.class_id, changed.staff_school_id) AS place FROM changed
      UNION SELECT former.family_id, coalesce(former.class_id, former.staff_school_id) FROM former
    ) AS rows;
  ELSE
    SELECT array_agg(DISTINCT rows.family_id), array_agg(DISTINCT rows.place) INTO homes, places FROM (
      SELECT changed.family_id, coalesce(changed.class_id, changed.staff_school_id) AS place FROM changed
    ) AS rows;
  END IF;
  PERFORM public.bump_families(homes);
  PERFORM public.lock_class_versions(homes, '{}');
  PERFORM public.bump_places(places);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_pickup() FROM PUBLIC;
