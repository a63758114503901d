-- Tells the parents of a step of a dismissal. A dismissal that ends because the student is absent is told as the
-- absence.
--
-- Owner's rights: staff act in no family, and may not read or add a family's notifications.
CREATE OR REPLACE FUNCTION tell_of_dismissal() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  step text := NEW.state;
  person text;
  reason text;
BEGIN
  -- Of days that have ended, such as those of a copy that is read in, there is nothing to tell.
  IF NEW.day_ends_at <= now() THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.state = 'REQUESTED' THEN step := 'NOT_READY'; END IF;
    IF NEW.state = 'READY' AND OLD.state = 'CONFIRMED' THEN step := 'REOPENED'; END IF;
    IF NEW.state = 'CANCELLED' AND EXISTS (
      SELECT 1 FROM public.enrolments rows
      WHERE rows.family_id = NEW.family_id AND rows.id = NEW.enrolment_id AND rows.absent_on = NEW.day)
    THEN step := 'ABSENT_CANCELLED'; END IF;
  END IF;
  CASE step
    WHEN 'REQUESTED' THEN person := NEW.requested_by;
    WHEN 'NOT_READY' THEN NULL;
    WHEN 'READY' THEN person := NEW.ready_by;
    WHEN 'REOPENED' THEN person := NEW.reopened_by; reason := NEW.reopening_reason;
    WHEN 'CONFIRMED' THEN person := NEW.confirmed_by;
    WHEN 'CANCELLED' THEN person := NEW.cancelled_by; reason := NEW.cancellation_reason;
    WHEN 'ABSENT_CANCELLED' THEN person := NEW.cancelled_by;
    ELSE RETURN NULL;
  END CASE;
  PERFORM public.tell_parents(
    NEW.family_id, NEW.enrolment_id, NEW.student_id, NEW.id, 'PICKUP_' || step,
    jsonb_build_object('student', NEW.student_name, 'person', person, 'reason', reason,
      'recipient', CASE step WHEN 'CONFIRMED' THEN NEW.handed_to END));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION tell_of_dismissal() FROM PUBLIC;
