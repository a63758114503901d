-- Begins a new epoch: all versions that clients know are old then. `hatched migrate` calls it.
CREATE OR REPLACE FUNCTION begin_version_epoch() RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.version_epochs SET epoch = gen_random_uuid();
END
$$;
REVOKE ALL ON FUNCTION begin_version_epoch() FROM PUBLIC;
