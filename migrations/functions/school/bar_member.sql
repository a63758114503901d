-- Makes an account new to the school when it becomes a member of a family that was there before it, and bars it where
-- the school has barred the account.
--
-- Owner's rights: the server's role has no privilege on `pickup_bars`, and no family reads or lifts a bar.
CREATE OR REPLACE FUNCTION bar_member() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.pickup_guardians AS guardians SET
    is_confirmed = false,
    is_barred = guardians.is_barred OR EXISTS (
      SELECT 1 FROM public.pickup_bars bars
      WHERE bars.school_id = enrolments.school_id AND bars.student_number = enrolments.student_number AND bars.account = NEW.account_id),
    version = guardians.version + 1, updated_at = now()
  FROM public.enrolments
  WHERE guardians.family_id = NEW.family_id AND guardians.member_id = NEW.id
    AND enrolments.family_id = guardians.family_id AND enrolments.id = guardians.enrolment_id;
  IF NEW.role = 'PARENT' THEN PERFORM public.tell_of_parent(NEW); END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bar_member() FROM PUBLIC;
