-- Copies the school and the class of an enrolment to a new row, and the student to a dismissal; bars a guardian whom
-- the school has barred before. Refuses the change of a parent who may decide nothing about the student, in tables
-- whose trigger says so.
--
-- Owner's rights: the copies set the scope of schools' policies: a statement of the server could name any school.
CREATE OR REPLACE FUNCTION copy_enrolment() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  source public.enrolments;
BEGIN
  SELECT * INTO source FROM public.enrolments WHERE family_id = NEW.family_id AND id = NEW.enrolment_id;
  -- Without one the foreign key refuses the row.
  IF NOT FOUND THEN RETURN NEW; END IF;
  NEW.staff_school_id := source.staff_school_id;
  NEW.class_id := source.class_id;
  IF TG_TABLE_NAME = 'dismissals' THEN
    NEW.student_id := source.student_id;
    NEW.school_id := source.school_id;
    NEW.student_name := source.student_name;
  ELSIF TG_TABLE_NAME = 'pickup_guardians' THEN
    -- Whoever was barred stays so, in another membership and by another enrolment.
    NEW.is_barred := NEW.is_barred OR EXISTS (
      SELECT 1 FROM public.pickup_bars bars
      JOIN public.members ON members.family_id = NEW.family_id AND members.id = NEW.member_id AND members.account_id = bars.account
      WHERE bars.school_id = source.school_id AND bars.student_number = source.student_number);
  ELSIF TG_ARGV[0] = 'unless barred' AND NEW.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
    AND public.is_barred_from(NEW.enrolment_id) THEN
    RAISE EXCEPTION 'the school has barred the parent' USING ERRCODE = '23514', CONSTRAINT = TG_TABLE_NAME || '_barred';
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION copy_enrolment() FROM PUBLIC;
