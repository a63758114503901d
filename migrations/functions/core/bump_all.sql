-- Bumps the versions of all families and accounts: for the operator who empties a table.
--
-- Owner's rights: the server's role may only read `family_versions`: each change bumps a version, whoever makes it.
CREATE OR REPLACE FUNCTION bump_all() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.version_epochs SET epoch = gen_random_uuid();
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_all() FROM PUBLIC;
