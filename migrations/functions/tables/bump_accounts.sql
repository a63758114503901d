-- Bumps the versions of accounts, in the order of their ids.
CREATE OR REPLACE FUNCTION bump_accounts(accounts uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.account_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  FROM (
    SELECT versions.account_id FROM public.account_versions versions WHERE versions.account_id = ANY (accounts)
    ORDER BY versions.account_id FOR NO KEY UPDATE
  ) AS locked
  WHERE known.account_id = locked.account_id AND known.changed_in <> pg_current_xact_id();
END
$$;
REVOKE ALL ON FUNCTION bump_accounts(uuid[]) FROM PUBLIC;
