-- Gives an account a place in a school, with a role and classes.
--
-- Outcomes: DONE, KNOWN, LIMIT.
CREATE OR REPLACE FUNCTION add_staff(
  school uuid, staff uuid, account uuid, staff_name text, staff_role text, classes uuid[]
) RETURNS text
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.accounts WHERE accounts.id = account FOR NO KEY UPDATE;
  PERFORM FROM public.schools WHERE schools.id = school FOR NO KEY UPDATE;
  IF EXISTS (SELECT 1 FROM public.school_staff known WHERE known.account_id = account AND known.school_id = school) THEN
    RETURN 'KNOWN';
  END IF;
  IF (SELECT count(*) FROM public.school_staff known WHERE known.account_id = account) >= 20 THEN RETURN 'LIMIT'; END IF;
  INSERT INTO public.school_staff (school_id, id, account_id, name, role) VALUES (school, staff, account, staff_name, staff_role);
  RETURN public.set_staff_classes(school, staff, account, CASE WHEN staff_role = 'TEACHER' THEN classes ELSE '{}' END);
END
$$;
REVOKE ALL ON FUNCTION add_staff(uuid, uuid, uuid, text, text, uuid[]) FROM PUBLIC;
