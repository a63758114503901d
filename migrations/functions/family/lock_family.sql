-- Locks the family in scope, for background jobs: they write to families, and may read of them the ids alone.
--
-- Owner's rights: a lock needs the privilege to update families, which the worker's role does not have.
CREATE OR REPLACE FUNCTION lock_family() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM public.families
  WHERE families.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid FOR NO KEY UPDATE;
END
$$;
REVOKE ALL ON FUNCTION lock_family() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_family() TO hatched_worker;
