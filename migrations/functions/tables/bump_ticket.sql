-- Bumps the versions of the families and classes that see the rows of the scope TICKET that a statement has changed,
-- before and after. bump_desk() bumps those of administrators.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION bump_ticket() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  homes uuid[];
  classes uuid[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(DISTINCT rows.family_id), array_agg(DISTINCT rows.class_id) INTO homes, classes FROM (
      SELECT changed.family_id, changed.class_id FROM changed UNION SELECT former.family_id, former.class_id FROM former
    ) AS rows;
  ELSE
    SELECT array_agg(DISTINCT changed.family_id), array_agg(DISTINCT changed.class_id) INTO homes, classes FROM changed;
  END IF;
  UPDATE public.family_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.family_id FROM public.family_versions versions
    WHERE versions.family_id = ANY (homes) AND versions.part = 'FAMILY' ORDER BY versions.family_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.family_id = locked.family_id AND known.part = 'FAMILY' AND known.changed_in <> pg_current_xact_id();
  PERFORM public.bump_places(classes);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_ticket() FROM PUBLIC;
