-- Confirms an enrolment, or gives it another class, as an administrator of its school. The family is locked. From then
-- on the school keeps the name that the student has now.
--
-- Outcomes: DONE, NONE, CLASS.
-- May be null: class.
--
-- Owner's rights: the server's role may only read `enrolments`: no statement of the server writes a state that this
-- function would refuse.
CREATE OR REPLACE FUNCTION place_enrolment(enrolment uuid, class uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  places uuid[] := nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[];
  known public.enrolments;
  classes uuid[];
BEGIN
  SELECT * INTO known FROM public.enrolments rows WHERE rows.id = enrolment AND rows.staff_school_id = ANY (places);
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF NOT EXISTS (
    SELECT 1 FROM public.school_classes classes WHERE classes.school_id = known.school_id AND classes.id = coalesce(class, known.wanted_class_id)
  ) THEN RETURN 'CLASS'; END IF;
  classes := ARRAY[known.class_id, coalesce(class, known.wanted_class_id)];
  PERFORM public.bump_accounts(public.accounts_beside(
    ARRAY(SELECT own.id FROM public.members own WHERE own.family_id = known.family_id), classes));
  PERFORM public.lock_class_versions(ARRAY[known.family_id], classes);
  UPDATE public.enrolments
  SET state = 'CONFIRMED', class_id = coalesce(class, known.wanted_class_id), version = version + 1, updated_at = now()
  WHERE family_id = known.family_id AND id = enrolment;
  IF known.state = 'PENDING' THEN PERFORM public.confirm_guardians(known.family_id, enrolment, NULL); END IF;
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION place_enrolment(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION place_enrolment(uuid, uuid) TO hatched_app;
