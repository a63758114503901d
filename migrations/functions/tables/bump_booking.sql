-- Bumps the versions of those who see the bookings that a statement has changed: of the accounts of providers, and then
-- of families.
--
-- Owner's rights: the server's role may only read versions: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_booking() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.bump_accounts(ARRAY(SELECT DISTINCT changed.account_id FROM changed));
  PERFORM public.bump_families(ARRAY(SELECT DISTINCT changed.family_id FROM changed));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_booking() FROM PUBLIC;
