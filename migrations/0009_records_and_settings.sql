-- What a family keeps besides its curriculum, and what it can set.

CREATE TABLE portfolio_items (
  family_id    uuid NOT NULL,
  id           uuid NOT NULL,
  student_id   uuid NOT NULL,
  student_role text NOT NULL GENERATED ALWAYS AS ('STUDENT') STORED,
  title        text NOT NULL CHECK (length(title) BETWEEN 1 AND 500),
  date         date NOT NULL,
  note         text CHECK (length(note) <= 10000),
  link         text CHECK (length(link) BETWEEN 1 AND 2000),
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  PRIMARY KEY (family_id, id)
);
CREATE INDEX portfolio_items_by_student ON portfolio_items (family_id, student_id, date DESC, id);

CREATE TABLE resources (
  family_id    uuid NOT NULL,
  id           uuid NOT NULL,
  -- Null for what is of use in every subject.
  subject_id   uuid,
  title        text NOT NULL CHECK (length(title) BETWEEN 1 AND 500),
  link         text CHECK (length(link) BETWEEN 1 AND 2000),
  note         text CHECK (length(note) <= 10000),
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  PRIMARY KEY (family_id, id)
);
CREATE INDEX resources_by_title ON resources (family_id, title, id);
CREATE INDEX resources_by_subject ON resources (family_id, subject_id, title, id);

CREATE TABLE attendance_records (
  family_id    uuid NOT NULL,
  id           uuid NOT NULL,
  student_id   uuid NOT NULL,
  student_role text NOT NULL GENERATED ALWAYS AS ('STUDENT') STORED,
  -- A day of the family's calendar.
  date         date NOT NULL,
  state        text NOT NULL CHECK (state IN ('PRESENT', 'PARTIAL', 'EXCUSED', 'ABSENT')),
  note         text CHECK (length(note) <= 1000),
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  PRIMARY KEY (family_id, id),
  CONSTRAINT attendance_records_once UNIQUE (family_id, student_id, date)
);

CREATE TABLE questions (
  family_id     uuid NOT NULL,
  id            uuid NOT NULL,
  assignment_id uuid NOT NULL,
  prompt        text NOT NULL CHECK (length(prompt) BETWEEN 1 AND 10000),
  position      int NOT NULL CHECK (position BETWEEN 0 AND 9999),
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  version       int NOT NULL DEFAULT 1,
  PRIMARY KEY (family_id, id)
);
CREATE INDEX questions_by_assignment ON questions (family_id, assignment_id, position, created_at, id);

ALTER TABLE portfolio_items ADD CONSTRAINT portfolio_items_student
  FOREIGN KEY (family_id, student_id, student_role) REFERENCES members (family_id, id, role);
ALTER TABLE resources ADD CONSTRAINT resources_family
  FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE resources ADD CONSTRAINT resources_subject
  FOREIGN KEY (family_id, subject_id) REFERENCES subjects (family_id, id) ON DELETE SET NULL (subject_id);
ALTER TABLE attendance_records ADD CONSTRAINT attendance_records_student
  FOREIGN KEY (family_id, student_id, student_role) REFERENCES members (family_id, id, role);
-- Questions are a part of their assignment.
ALTER TABLE questions ADD CONSTRAINT questions_assignment
  FOREIGN KEY (family_id, assignment_id) REFERENCES assignments (family_id, id) ON DELETE CASCADE;

ALTER TABLE portfolio_items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON portfolio_items TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
ALTER TABLE resources ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON resources TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
ALTER TABLE attendance_records ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON attendance_records TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
ALTER TABLE questions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON questions TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);

GRANT SELECT, INSERT, DELETE ON portfolio_items, resources, attendance_records, questions TO hatched_app;
GRANT UPDATE (title, date, note, link, updated_at, version) ON portfolio_items TO hatched_app;
GRANT UPDATE (subject_id, title, link, note, updated_at, version) ON resources TO hatched_app;
GRANT UPDATE (date, state, note, updated_at, version) ON attendance_records TO hatched_app;
GRANT UPDATE (prompt, position, updated_at, version) ON questions TO hatched_app;

-- What a member sets for itself.
ALTER TABLE members
  ADD COLUMN push_notifications boolean NOT NULL DEFAULT true,
  ADD COLUMN week_start         text NOT NULL DEFAULT 'SUNDAY'
    CHECK (week_start IN ('MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY')),
  ADD COLUMN version int NOT NULL DEFAULT 1;
GRANT UPDATE (push_notifications, week_start, updated_at, version) ON members TO hatched_app;
GRANT UPDATE (time_zone, repeats_overdue_notices, updated_at, version) ON families TO hatched_app;
