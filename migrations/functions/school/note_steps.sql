-- Copies the stamps that a change of a dismissal has written. A dismissal has at most 1,000 steps. Flips between READY
-- and NOT_READY, and second requests, are kept among the first 200 alone: they leave room for the steps that say who
-- had the student. Nobody else has the right to add a step: it is what the dismissal says.
--
-- Owner's rights: the server's role may only read `dismissal_steps`: a step is what the dismissal says, and nobody
-- adds, changes or removes one.
CREATE OR REPLACE FUNCTION note_steps() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  former public.dismissals;
BEGIN
  IF TG_OP = 'UPDATE' THEN former := OLD; END IF;
  INSERT INTO public.dismissal_steps (
    family_id, dismissal_id, enrolment_id, staff_school_id, class_id, kind, person_name, detail, created_at)
  SELECT NEW.family_id, NEW.id, NEW.enrolment_id, NEW.staff_school_id, NEW.class_id, steps.kind, steps.actor, steps.detail, steps.moment
  FROM (VALUES
    (1, 'REQUESTED', NEW.requested_at, former.requested_at, NEW.requested_by, NULL::text),
    (2, 'AMENDED', NEW.amended_at, former.amended_at, NEW.amended_by, NULL),
    (3, 'READY', NEW.ready_at, former.ready_at, NEW.ready_by, NULL),
    (4, 'NOT_READY', NEW.not_ready_at, former.not_ready_at, NEW.not_ready_by, NULL),
    (5, 'CONFIRMED', NEW.confirmed_at, former.confirmed_at, NEW.confirmed_by, NEW.handed_to),
    (6, 'CANCELLED', NEW.cancelled_at, former.cancelled_at, NEW.cancelled_by, NEW.cancellation_reason),
    (7, 'EXPIRED', NEW.expired_at, former.expired_at, NULL, NULL),
    (8, 'REOPENED', NEW.reopened_at, former.reopened_at, NEW.reopened_by, NEW.reopening_reason)
  ) AS steps (place, kind, moment, former, actor, detail)
  WHERE steps.moment IS NOT NULL AND steps.moment IS DISTINCT FROM steps.former AND (
    SELECT count(*) FROM public.dismissal_steps known WHERE known.family_id = NEW.family_id AND known.dismissal_id = NEW.id
  ) < CASE WHEN steps.kind IN ('AMENDED', 'READY', 'NOT_READY') THEN 200 ELSE 1000 END
  ORDER BY steps.moment, steps.place;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_steps() FROM PUBLIC;
