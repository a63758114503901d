-- Locks a school where the account in scope works. Returns whether it works there.
--
-- Owner's rights: row-level security lets administrators alone change a school, and a lock is a change there; teachers
-- change rows of a school, under its lock.
CREATE OR REPLACE FUNCTION lock_school_as_staff(school uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.schools
  WHERE schools.id = school AND EXISTS (
    SELECT 1 FROM public.school_staff staff
    WHERE staff.school_id = school AND staff.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  FOR NO KEY UPDATE;
  RETURN FOUND;
END
$$;
REVOKE ALL ON FUNCTION lock_school_as_staff(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_school_as_staff(uuid) TO hatched_app;
