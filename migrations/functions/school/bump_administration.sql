-- Bumps the version of what only administrators of a school see.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION bump_administration() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.place_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  WHERE known.school_id = CASE TG_OP WHEN 'DELETE' THEN OLD.school_id ELSE NEW.school_id END
    AND known.part = 'ADMINISTRATION' AND known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_administration() FROM PUBLIC;
