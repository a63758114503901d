-- Whether an account may be used, and a home is its own, its family, or a school that it knows.
CREATE OR REPLACE FUNCTION has_place(account uuid, home uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM public.accounts WHERE accounts.id = account AND accounts.disabled_at IS NULL) AND (
    home = account
    OR EXISTS (SELECT 1 FROM public.members WHERE members.account_id = account AND members.family_id = home)
    OR EXISTS (SELECT 1 FROM public.school_staff staff WHERE staff.account_id = account AND staff.school_id = home)
    OR EXISTS (
      SELECT 1 FROM public.members JOIN public.school_families registered ON registered.family_id = members.family_id
      WHERE members.account_id = account AND registered.school_id = home));
END
$$;
REVOKE ALL ON FUNCTION has_place(uuid, uuid) FROM PUBLIC;
