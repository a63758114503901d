-- Bumps the versions of the accounts of staff that a statement has changed, which see other places, and those of their
-- schools.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION bump_staff() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.bump_accounts(ARRAY(SELECT changed.account_id FROM changed));
  PERFORM public.bump_places(ARRAY(SELECT DISTINCT changed.school_id FROM changed));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_staff() FROM PUBLIC;
