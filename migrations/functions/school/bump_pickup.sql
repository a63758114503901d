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
  UPDATE public.family_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.family_id FROM public.family_versions versions
    WHERE versions.family_id = ANY (homes) AND versions.part = 'FAMILY' ORDER BY versions.family_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.family_id = locked.family_id AND known.part = 'FAMILY' AND known.changed_in <> pg_current_xact_id();
  PERFORM public.bump_places(places);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_pickup() FROM PUBLIC;
