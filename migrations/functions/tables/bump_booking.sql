-- Bumps the versions of those who see the bookings that a statement has changed: of the accounts of providers, and then
-- of families.
--
-- Owner's rights: the server's role may only read versions: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_booking() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.account_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.account_id FROM public.account_versions versions
    WHERE versions.account_id IN (SELECT changed.account_id FROM changed)
    ORDER BY versions.account_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.account_id = locked.account_id AND known.changed_in <> pg_current_xact_id();
  UPDATE public.family_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.family_id FROM public.family_versions versions
    WHERE versions.family_id IN (SELECT changed.family_id FROM changed) AND versions.part = 'FAMILY'
    ORDER BY versions.family_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.family_id = locked.family_id AND known.part = 'FAMILY' AND known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_booking() FROM PUBLIC;
