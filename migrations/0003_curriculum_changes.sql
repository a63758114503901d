-- What the gateway changes of the curriculum.

-- Counts the changes of a row, so that an update can say which state it is of.
ALTER TABLE subjects    ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE courses     ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE assignments ADD COLUMN version int NOT NULL DEFAULT 1;

-- The ids that rows were ever made with, and of what input: the same input sent twice makes one row, and an id
-- stays used when its row is gone.
CREATE TABLE used_ids (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  type       text NOT NULL,
  -- SHA-256 of the input.
  input_hash bytea NOT NULL CHECK (length(input_hash) = 32),
  used_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (family_id, id)
);
ALTER TABLE used_ids ADD CONSTRAINT used_ids_family
  FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE used_ids ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON used_ids TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);

-- No statement of the gateway may move a row to another family or give it another id.
GRANT SELECT, INSERT ON used_ids TO hatched_app;
GRANT INSERT, DELETE ON subjects, courses, assignments TO hatched_app;
GRANT UPDATE (name, description, updated_at, version) ON subjects TO hatched_app;
GRANT UPDATE (subject_id, name, description, updated_at, version) ON courses TO hatched_app;
GRANT UPDATE (course_id, title, instructions, due_date, points_possible, points_awarded, updated_at, version)
  ON assignments TO hatched_app;
-- To lock a row against its end takes the right to change some column of it.
GRANT UPDATE (ended_at) ON sessions TO hatched_app;
GRANT UPDATE (updated_at) ON members TO hatched_app;
