-- Bumps the versions of the schools whose rows a statement has changed: the rows are in `changed`.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION bump_school_rows() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  homes uuid[];
BEGIN
  IF TG_TABLE_NAME = 'school_people' THEN
    -- The family in scope, where a changed row is that of its member, or of a member who has left.
    homes := ARRAY(
      SELECT families.family_id FROM public.families
      WHERE families.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid AND EXISTS (
        SELECT 1 FROM changed WHERE changed.member_id IS NOT NULL AND (TG_OP = 'DELETE' OR EXISTS (
          SELECT 1 FROM public.members own WHERE own.family_id = families.family_id AND own.id = changed.member_id))));
    PERFORM public.lock_class_versions(homes, '{}');
  END IF;
  PERFORM public.bump_places(ARRAY(SELECT DISTINCT changed.school_id FROM changed));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_school_rows() FROM PUBLIC;
