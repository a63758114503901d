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
  PERFORM public.bump_families(homes);
  PERFORM public.lock_class_versions(homes, '{}');
  PERFORM public.bump_places(classes);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_ticket() FROM PUBLIC;
