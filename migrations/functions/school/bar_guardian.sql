-- Bars a person of the family from having the student, or no more, as an administrator. The family is locked. Nobody
-- lifts a bar of the own account: 'BARRED'.
--
-- Outcomes: DONE, NONE, BARRED.
--
-- Owner's rights: the server's role may only read `pickup_guardians`: a family must not lift a bar, and a school
-- decides about its own students alone.
CREATE OR REPLACE FUNCTION bar_guardian(guardian uuid, barred boolean) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  places uuid[] := nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[];
  known record;
BEGIN
  SELECT enrolments.family_id, enrolments.id, enrolments.school_id, enrolments.student_number, members.account_id INTO known
  FROM public.pickup_guardians guardians
  JOIN public.enrolments ON enrolments.family_id = guardians.family_id AND enrolments.id = guardians.enrolment_id
  JOIN public.members ON members.family_id = guardians.family_id AND members.id = guardians.member_id
  WHERE guardians.id = guardian AND guardians.staff_school_id = ANY (places);
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF NOT barred AND known.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid THEN RETURN 'BARRED'; END IF;
  UPDATE public.pickup_guardians AS guardians SET is_barred = barred, version = guardians.version + 1, updated_at = now()
  WHERE guardians.id = guardian AND guardians.staff_school_id = ANY (places);
  IF barred THEN
    -- Nobody of this name comes today.
    UPDATE public.enrolments AS rows
    SET collector_id = NULL, collected_by = NULL, collected_on = NULL, version = rows.version + 1, updated_at = now()
    WHERE rows.family_id = known.family_id AND rows.id = known.id AND rows.collected_by IS NOT NULL
      AND public.barred_name(rows.id, rows.collected_by) IS NOT NULL;
  END IF;
  IF known.account_id IS NULL THEN RETURN 'DONE'; END IF;
  IF barred THEN
    INSERT INTO public.pickup_bars (school_id, student_number, account)
    VALUES (known.school_id, known.student_number, known.account_id) ON CONFLICT ON CONSTRAINT pickup_bars_key DO NOTHING;
  ELSE
    DELETE FROM public.pickup_bars bars
    WHERE bars.school_id = known.school_id AND bars.student_number = known.student_number AND bars.account = known.account_id;
  END IF;
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION bar_guardian(uuid, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION bar_guardian(uuid, boolean) TO hatched_app;
