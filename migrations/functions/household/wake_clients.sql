-- Bumps the versions of the accounts of families and of providers. A function that changes rows of conversations of
-- both, and of families, calls it first, so that the accounts are locked at once, in the order of their ids, and before
-- versions of families.
CREATE OR REPLACE FUNCTION wake_clients(homes uuid[], offering uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.bump_accounts(ARRAY(
    SELECT own.account_id FROM public.members own WHERE own.family_id = ANY (homes)
    UNION SELECT providers.account_id FROM public.providers WHERE providers.id = ANY (offering)));
END
$$;
REVOKE ALL ON FUNCTION wake_clients(uuid[], uuid[]) FROM PUBLIC;
