-- Whether an account, which may be used, sees the students of a class as staff: as one who teaches it, or as one of a
-- school that is staff of all its classes.
CREATE OR REPLACE FUNCTION is_staff_of(account uuid, school uuid, class uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM public.accounts WHERE accounts.id = account AND accounts.disabled_at IS NULL) AND (
    EXISTS (
      SELECT 1 FROM public.school_staff staff
      WHERE staff.account_id = account AND staff.school_id = school AND staff.role <> 'TEACHER')
    OR EXISTS (
      SELECT 1 FROM public.school_staff_classes taught WHERE taught.account_id = account AND taught.class_id = class));
END
$$;
REVOKE ALL ON FUNCTION is_staff_of(uuid, uuid, uuid) FROM PUBLIC;
