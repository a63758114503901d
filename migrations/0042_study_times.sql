-- The time that students study.
CREATE TABLE study_times (
  family_id    uuid NOT NULL,
  id           uuid NOT NULL,
  student_id   uuid NOT NULL,
  student_role text NOT NULL GENERATED ALWAYS AS ('STUDENT') STORED,
  -- Null for none.
  course_id    uuid,
  -- A day of the family's calendar.
  date         date NOT NULL,
  minutes      int NOT NULL,
  note         text COLLATE "und-x-icu",
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  CONSTRAINT study_times_key PRIMARY KEY (family_id, id),
  CONSTRAINT study_times_minutes CHECK (minutes BETWEEN 1 AND 1440),
  CONSTRAINT study_times_note CHECK (length(note) <= 1000)
);
CREATE INDEX study_times_by_student ON study_times (family_id, student_id, date DESC, id);
CREATE INDEX study_times_by_course ON study_times (family_id, course_id, date DESC, id);
ALTER TABLE study_times ADD CONSTRAINT study_times_student
  FOREIGN KEY (family_id, student_id, student_role) REFERENCES members (family_id, id, role);
-- A course that goes is taken off its study times first.
ALTER TABLE study_times ADD CONSTRAINT study_times_course
  FOREIGN KEY (family_id, course_id) REFERENCES courses (family_id, id);

ALTER TABLE study_times ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON study_times TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON study_times TO hatched_app;
-- Whose time it is decides who may change it.
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, student_id, created_at ON study_times
  EXECUTE FUNCTION refuse_fixed_columns();
SELECT track_usage('study_times');
