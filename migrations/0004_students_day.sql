-- What a student does in a day: work with a time that it is due by, marks it done, reads a quote.

ALTER TABLE assignments
  -- A time of the due day, on the family's clock.
  ADD COLUMN due_time time,
  -- When the student, or a parent, marked the work as done.
  ADD COLUMN done_at  timestamptz,
  ADD CONSTRAINT assignments_due_time CHECK (due_time IS NULL OR due_date IS NOT NULL);
CREATE INDEX assignments_by_due_date ON assignments (family_id, due_date, due_time, id);
-- What waits for a grade: a small part of what there is after a year.
CREATE INDEX assignments_ungraded ON assignments (family_id, due_date, id) WHERE points_awarded IS NULL;

-- A family's own quotes: each day shows one.
CREATE TABLE quotes (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  text       text NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
  author     text CHECK (length(author) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  PRIMARY KEY (family_id, id)
);
ALTER TABLE quotes ADD CONSTRAINT quotes_family
  FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE quotes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON quotes TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);

GRANT UPDATE (due_time, done_at) ON assignments TO hatched_app;
GRANT SELECT, INSERT, DELETE ON quotes TO hatched_app;
GRANT UPDATE (text, author, updated_at, version) ON quotes TO hatched_app;
