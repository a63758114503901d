-- Removes a member of the staff of a school that the account in scope administers. Returns 'NONE' where there is
-- nobody, 'LAST' where no administrator would be left, else 'DONE'.
--
-- Outcomes: DONE, NONE, LAST.
--
-- Owner's rights: no statement of the server's role adds or changes staff, so that every change keeps the rules of
-- roles, classes and the last administrator.
CREATE OR REPLACE FUNCTION remove_staff(staff uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_staff record;
BEGIN
  SELECT * INTO found_staff FROM public.lock_administered_staff(staff);
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  DELETE FROM public.school_staff WHERE school_id = found_staff.school_id AND id = staff;
  IF NOT EXISTS (
    SELECT 1 FROM public.school_staff known WHERE known.school_id = found_staff.school_id AND known.role = 'ADMINISTRATOR'
  ) THEN RETURN 'LAST'; END IF;
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION remove_staff(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_staff(uuid) TO hatched_app;
