-- Locks a home and an account, in the order of all changes: the family, the account, the school.
CREATE OR REPLACE FUNCTION lock_home(account uuid, home uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM public.families WHERE families.family_id = home FOR NO KEY UPDATE;
  PERFORM 1 FROM public.accounts WHERE accounts.id = account FOR NO KEY UPDATE;
  PERFORM 1 FROM public.schools WHERE schools.id = home FOR NO KEY UPDATE;
END
$$;
REVOKE ALL ON FUNCTION lock_home(uuid, uuid) FROM PUBLIC;
