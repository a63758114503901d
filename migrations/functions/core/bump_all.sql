-- Begins a new epoch when an operator moves a row to another family or empties a table: all versions that clients know
-- are old then.
--
-- Owner's rights: the server's role may only read `version_epochs`.
CREATE OR REPLACE FUNCTION bump_all() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.version_epochs SET epoch = gen_random_uuid();
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_all() FROM PUBLIC;
