-- Tells the parents of a step of a dismissal. A dismissal that ends because the student is absent is told as the
-- absence.
--
-- Owner's rights: staff act in no family, and may not read or add a family's notifications.
CREATE OR REPLACE FUNCTION tell_of_dismissal() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  step text := NEW.state;
  title text;
  body text;
BEGIN
  -- Of days that have ended, such as those of a copy that is read in, there is nothing to tell.
  IF NEW.day_ends_at <= now() THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.state = 'REQUESTED' THEN step := 'NOT_READY'; END IF;
    IF NEW.state = 'READY' AND OLD.state = 'CONFIRMED' THEN step := 'REOPENED'; END IF;
    IF NEW.state = 'CANCELLED' AND EXISTS (
      SELECT 1 FROM public.enrolments rows
      WHERE rows.family_id = NEW.family_id AND rows.id = NEW.enrolment_id AND rows.absent_on = NEW.day)
    THEN step := 'ABSENT'; END IF;
  END IF;
  CASE step
    WHEN 'REQUESTED' THEN
      title := NEW.student_name || ' was asked for';
      body := NEW.requested_by || ' asked for ' || NEW.student_name || '.';
    WHEN 'NOT_READY' THEN
      title := NEW.student_name || ' is not ready yet';
      body := NEW.student_name || ' is not at the pickup yet.';
    WHEN 'READY' THEN
      title := NEW.student_name || ' is ready';
      body := coalesce(NEW.ready_by || ' has ' || NEW.student_name || ' at the pickup.', NEW.student_name || ' is at the pickup.');
    WHEN 'REOPENED' THEN
      title := NEW.student_name || ' is ready again';
      body := coalesce(NEW.reopened_by || ' took the confirmation back' || coalesce(': ' || NEW.reopening_reason, '.'),
        'The confirmation was taken back.');
    WHEN 'CONFIRMED' THEN
      title := NEW.student_name || ' was picked up';
      body := coalesce(NEW.confirmed_by || ' handed ' || NEW.student_name || ' to ' || NEW.handed_to || '.',
        NEW.confirmed_by || ' has ' || NEW.student_name || '.', NEW.student_name || ' was picked up.');
    WHEN 'CANCELLED' THEN
      title := NEW.student_name || ': the pickup was cancelled';
      body := coalesce(NEW.cancelled_by || ' cancelled it' || coalesce(': ' || NEW.cancellation_reason, '.'), 'It was cancelled.');
    WHEN 'ABSENT' THEN
      title := NEW.student_name || ' was marked absent';
      body := coalesce(NEW.cancelled_by || ' marked ' || NEW.student_name || ' absent today: the pickup was cancelled.',
        NEW.student_name || ' is absent today: the pickup was cancelled.');
    ELSE RETURN NULL;
  END CASE;
  PERFORM public.tell_parents(NEW.family_id, NEW.enrolment_id, NEW.student_id, NEW.id, 'PICKUP', step, title, body);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION tell_of_dismissal() FROM PUBLIC;
