-- Bumps the versions of the accounts of families and of providers. A function that changes rows of conversations of
-- both, and of families, calls it first, so that the accounts are locked at once, in the order of their ids, and before
-- versions of families.
CREATE OR REPLACE FUNCTION wake_clients(homes uuid[], offering uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.account_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.account_id FROM public.account_versions versions
    WHERE versions.account_id IN (
      SELECT own.account_id FROM public.members own WHERE own.family_id = ANY (homes) AND own.account_id IS NOT NULL
      UNION ALL SELECT providers.account_id FROM public.providers WHERE providers.id = ANY (offering))
    ORDER BY versions.account_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.account_id = locked.account_id AND known.changed_in <> pg_current_xact_id();
END
$$;
REVOKE ALL ON FUNCTION wake_clients(uuid[], uuid[]) FROM PUBLIC;
