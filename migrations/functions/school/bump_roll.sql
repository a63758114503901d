-- Bumps the versions of the classes of a school's list that a statement has changed, before and after, and of the
-- school where there is no class.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION bump_roll() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM public.bump_places(ARRAY(
      SELECT coalesce(changed.class_id, changed.school_id) FROM changed
      UNION SELECT coalesce(former.class_id, former.school_id) FROM former));
  ELSE
    PERFORM public.bump_places(ARRAY(SELECT DISTINCT coalesce(changed.class_id, changed.school_id) FROM changed));
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_roll() FROM PUBLIC;
