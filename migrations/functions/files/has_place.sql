-- Whether an account may be used, and a home is its own, its family, or a school: of its staff, or one that has confirmed the
-- enrolment of a student of its family, from whom it is not barred. A family that is only registered may be anybody's.
CREATE OR REPLACE FUNCTION has_place(account uuid, home uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM public.accounts WHERE accounts.id = account AND accounts.disabled_at IS NULL) AND (
    home = account
    OR EXISTS (SELECT 1 FROM public.members WHERE members.account_id = account AND members.family_id = home)
    OR EXISTS (SELECT 1 FROM public.school_staff staff WHERE staff.account_id = account AND staff.school_id = home)
    OR EXISTS (
      SELECT 1 FROM public.members JOIN public.enrolments placed ON placed.family_id = members.family_id
      WHERE members.account_id = account AND placed.school_id = home AND placed.state = 'CONFIRMED' AND NOT EXISTS (
        SELECT 1 FROM public.pickup_guardians barred
        WHERE barred.family_id = placed.family_id AND barred.enrolment_id = placed.id AND barred.member_id = members.id
          AND barred.is_barred)));
END
$$;
REVOKE ALL ON FUNCTION has_place(uuid, uuid) FROM PUBLIC;
