-- The account and the school are locked.
--
-- Outcomes: DONE, LIMIT.
CREATE OR REPLACE FUNCTION set_staff_classes(school uuid, staff uuid, account uuid, classes uuid[]) RETURNS text
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.school_staff_classes taught
  WHERE taught.school_id = school AND taught.staff_id = staff AND taught.class_id <> ALL (classes);
  INSERT INTO public.school_staff_classes (school_id, staff_id, account_id, class_id)
  SELECT school, staff, account, existing.id FROM public.school_classes existing
  WHERE existing.school_id = school AND existing.id = ANY (classes)
  ON CONFLICT ON CONSTRAINT school_staff_classes_once DO NOTHING;
  IF (SELECT count(*) FROM public.school_staff_classes taught WHERE taught.account_id = account) > 20 THEN RETURN 'LIMIT'; END IF;
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION set_staff_classes(uuid, uuid, uuid, uuid[]) FROM PUBLIC;
