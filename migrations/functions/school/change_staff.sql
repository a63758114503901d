-- Gives a member of the staff another role and other classes.
--
-- Outcomes: DONE, NONE, CLASS, LAST, LIMIT.
--
-- Owner's rights: no statement of the server's role adds or changes staff, so that every change keeps the rules of
-- roles, classes and the last administrator.
CREATE OR REPLACE FUNCTION change_staff(staff uuid, staff_role text, classes uuid[]) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_staff record;
BEGIN
  SELECT * INTO found_staff FROM public.lock_administered_staff(staff);
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF NOT public.has_classes(found_staff.school_id, classes) THEN RETURN 'CLASS'; END IF;
  -- Versions of accounts before that of the school: those who teach a class take part in its conversations.
  PERFORM public.bump_accounts(found_staff.account_id || public.accounts_beside('{}', classes || ARRAY(
    SELECT taught.class_id FROM public.school_staff_classes taught
    WHERE taught.school_id = found_staff.school_id AND taught.staff_id = staff)));
  UPDATE public.school_staff SET role = staff_role, version = version + 1, updated_at = now()
  WHERE school_id = found_staff.school_id AND id = staff;
  IF NOT EXISTS (
    SELECT 1 FROM public.school_staff known WHERE known.school_id = found_staff.school_id AND known.role = 'ADMINISTRATOR'
  ) THEN RETURN 'LAST'; END IF;
  RETURN public.set_staff_classes(
    found_staff.school_id, staff, found_staff.account_id, CASE WHEN staff_role = 'TEACHER' THEN classes ELSE '{}' END);
END
$$;
REVOKE ALL ON FUNCTION change_staff(uuid, text, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION change_staff(uuid, text, uuid[]) TO hatched_app;
