-- Bumps the versions of those who see the rows of the scope TICKET that a statement has changed, before and after: of
-- the family, and of the child's class, or of what administrators of the school alone see.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION bump_ticket() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  homes uuid[];
  classes uuid[];
  schools uuid[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(DISTINCT rows.family_id), array_agg(DISTINCT rows.class_id), array_agg(DISTINCT rows.school)
    INTO homes, classes, schools FROM (
      SELECT changed.family_id, changed.class_id, CASE WHEN changed.class_id IS NULL THEN changed.staff_school_id END AS school FROM changed
      UNION SELECT former.family_id, former.class_id, CASE WHEN former.class_id IS NULL THEN former.staff_school_id END FROM former
    ) AS rows;
  ELSE
    SELECT array_agg(DISTINCT changed.family_id), array_agg(DISTINCT changed.class_id),
      array_agg(DISTINCT CASE WHEN changed.class_id IS NULL THEN changed.staff_school_id END)
    INTO homes, classes, schools FROM changed;
  END IF;
  UPDATE public.family_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.family_id FROM public.family_versions versions
    WHERE versions.family_id = ANY (homes) AND versions.part = 'FAMILY' ORDER BY versions.family_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.family_id = locked.family_id AND known.part = 'FAMILY' AND known.changed_in <> pg_current_xact_id();
  PERFORM public.bump_places(classes || ARRAY(
    SELECT versions.id FROM public.place_versions versions
    WHERE versions.school_id = ANY (schools) AND versions.part = 'ADMINISTRATION'));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_ticket() FROM PUBLIC;
