-- The weekly time slots of courses. The calendar shows them on the days of the course's term.

CREATE TABLE time_slots (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  course_id  uuid NOT NULL,
  days       text[] NOT NULL,
  -- Of the family's clock.
  start_time time NOT NULL,
  end_time   time NOT NULL,
  place      text COLLATE "und-x-icu",
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT time_slots_key PRIMARY KEY (family_id, id),
  CONSTRAINT time_slots_days CHECK (
    cardinality(days) BETWEEN 1 AND 7
    AND days <@ ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']),
  CONSTRAINT time_slots_times CHECK (start_time < end_time),
  CONSTRAINT time_slots_place CHECK (length(place) <= 200)
);
CREATE INDEX time_slots_by_course ON time_slots (family_id, course_id, start_time, id);
ALTER TABLE time_slots ADD CONSTRAINT time_slots_course
  FOREIGN KEY (family_id, course_id) REFERENCES courses (family_id, id) ON DELETE CASCADE;

ALTER TABLE time_slots ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON time_slots TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON time_slots TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, course_id, created_at ON time_slots
  EXECUTE FUNCTION refuse_fixed_columns();
SELECT track_usage('time_slots');
