-- The steps of a dismissal, each for good: a row of `dismissals` has the latest of each kind, so that a second confirmation, or a student who
-- is ready a second time, would leave no trace of the first. Triggers write them, whoever changes a dismissal, and nobody changes one.

CREATE TABLE dismissal_steps (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL DEFAULT gen_random_uuid(),
  dismissal_id    uuid NOT NULL,
  enrolment_id    uuid NOT NULL,
  staff_school_id uuid,
  class_id        uuid,
  kind            text NOT NULL,
  -- The actor; null for the school's clock.
  person_name     text COLLATE "und-x-icu",
  -- The reason, or the adult to whom staff handed the student.
  detail          text COLLATE "und-x-icu",
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT dismissal_steps_key PRIMARY KEY (family_id, id),
  CONSTRAINT dismissal_steps_kind CHECK (
    kind IN ('REQUESTED', 'AMENDED', 'READY', 'NOT_READY', 'CONFIRMED', 'CANCELLED', 'EXPIRED', 'REOPENED')),
  CONSTRAINT dismissal_steps_texts CHECK (length(person_name) <= 200 AND length(detail) <= 500)
);
-- Staff find rows by their ids alone.
CREATE UNIQUE INDEX dismissal_steps_id ON dismissal_steps (id);
CREATE INDEX dismissal_steps_by_dismissal ON dismissal_steps (family_id, dismissal_id, created_at);
CREATE INDEX dismissal_steps_by_enrolment ON dismissal_steps (family_id, enrolment_id);
ALTER TABLE dismissal_steps ADD CONSTRAINT dismissal_steps_dismissal
  FOREIGN KEY (family_id, dismissal_id) REFERENCES dismissals (family_id, id) ON DELETE CASCADE;
ALTER TABLE dismissal_steps ADD CONSTRAINT dismissal_steps_enrolment
  FOREIGN KEY (family_id, enrolment_id) REFERENCES enrolments (family_id, id) ON DELETE CASCADE;
ALTER TABLE dismissal_steps ADD CONSTRAINT dismissal_steps_staff_school
  FOREIGN KEY (staff_school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE dismissal_steps ADD CONSTRAINT dismissal_steps_class
  FOREIGN KEY (staff_school_id, class_id) REFERENCES school_classes (school_id, id);
ALTER TABLE dismissal_steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON dismissal_steps TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY school_staff ON dismissal_steps FOR SELECT TO hatched_app
  USING (staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[]));
CREATE POLICY class_staff ON dismissal_steps FOR SELECT TO hatched_app
  USING (class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]));
GRANT SELECT ON dismissal_steps TO hatched_app;
SELECT track_pickup_versions('dismissal_steps', 'bump_pickup', 'family_id');

-- Copies the stamps that a change of a dismissal has written. A dismissal has at most 1,000 steps. Flips between READY and NOT_READY, and
-- second requests, are kept among the first 200 alone: they leave room for the steps that say who had the student. Nobody else has the right
-- to add a step: it is what the dismissal says.
CREATE FUNCTION note_steps() RETURNS trigger
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
CREATE TRIGGER noted AFTER INSERT OR UPDATE ON dismissals FOR EACH ROW EXECUTE FUNCTION note_steps();
-- Whoever sees the dismissal sees its steps, and nobody else.
CREATE FUNCTION move_steps() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.dismissal_steps SET staff_school_id = NEW.staff_school_id, class_id = NEW.class_id
  WHERE family_id = NEW.family_id AND dismissal_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER moved AFTER UPDATE OF staff_school_id, class_id ON dismissals FOR EACH ROW
  WHEN ((OLD.staff_school_id, OLD.class_id) IS DISTINCT FROM (NEW.staff_school_id, NEW.class_id)) EXECUTE FUNCTION move_steps();

-- Those of before, as far as the dismissals have them.
INSERT INTO dismissal_steps (
  family_id, dismissal_id, enrolment_id, staff_school_id, class_id, kind, person_name, detail, created_at)
SELECT rows.family_id, rows.id, rows.enrolment_id, rows.staff_school_id, rows.class_id, steps.kind, steps.actor, steps.detail, steps.moment
FROM dismissals rows CROSS JOIN LATERAL (VALUES
  ('REQUESTED', rows.requested_at, rows.requested_by, NULL::text), ('READY', rows.ready_at, rows.ready_by, NULL),
  ('CONFIRMED', rows.confirmed_at, rows.confirmed_by, rows.handed_to),
  ('CANCELLED', rows.cancelled_at, rows.cancelled_by, rows.cancellation_reason), ('EXPIRED', rows.expired_at, NULL, NULL),
  ('REOPENED', rows.reopened_at, rows.reopened_by, rows.reopening_reason)
) AS steps (kind, moment, actor, detail)
WHERE steps.moment IS NOT NULL;

REVOKE ALL ON FUNCTION note_steps(), move_steps() FROM PUBLIC;
