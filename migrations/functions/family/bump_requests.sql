-- Bumps the versions of the accounts that ask to join a family, and of the families asked.
--
-- A transaction holds the row of the family in scope, and no other: requests to other families have a version of their
-- own, which nobody holds who waits for anything but the next of them.
--
-- Owner's rights: the server's role may only read `family_versions`: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_requests() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  scope uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  PERFORM public.bump_accounts(ARRAY(SELECT DISTINCT changed.account_id FROM changed));
  UPDATE public.family_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  WHERE known.family_id = scope AND known.part = 'FAMILY' AND known.changed_in <> pg_current_xact_id()
    AND known.family_id IN (SELECT changed.family_id FROM changed);
  UPDATE public.family_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.family_id FROM public.family_versions versions
    WHERE versions.family_id IN (SELECT changed.family_id FROM changed WHERE changed.family_id IS DISTINCT FROM scope)
      AND versions.part = 'REQUESTS'
    ORDER BY versions.family_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.family_id = locked.family_id AND known.part = 'REQUESTS' AND known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_requests() FROM PUBLIC;
