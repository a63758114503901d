-- Bumps the versions of the accounts of staff that a statement has changed, which see other places, and those of their
-- schools.
--
-- Owner's rights: the server's role has no privilege on `place_versions`: each change bumps a version, whoever makes
-- it.
CREATE OR REPLACE FUNCTION bump_staff() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.account_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.account_id FROM public.account_versions versions
    WHERE versions.account_id IN (SELECT changed.account_id FROM changed) ORDER BY versions.account_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.account_id = locked.account_id AND known.changed_in <> pg_current_xact_id();
  PERFORM public.bump_places(ARRAY(SELECT DISTINCT changed.school_id FROM changed));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_staff() FROM PUBLIC;
