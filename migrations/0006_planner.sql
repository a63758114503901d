-- What a family plans besides assignments.

CREATE TABLE planner_tasks (
  family_id    uuid NOT NULL,
  id           uuid NOT NULL,
  title        text NOT NULL CHECK (length(title) BETWEEN 1 AND 500),
  -- A day of the family's calendar, and a time on its clock.
  date         date NOT NULL,
  time         time,
  color        text NOT NULL CHECK (color ~ '^#[0-9A-F]{6}$'),
  notes        text CHECK (length(notes) <= 10000),
  -- Whom it is for; null for everyone.
  student_id   uuid,
  student_role text NOT NULL GENERATED ALWAYS AS ('STUDENT') STORED,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  PRIMARY KEY (family_id, id)
);
CREATE INDEX planner_tasks_by_date ON planner_tasks (family_id, date, time, id);
CREATE INDEX planner_tasks_by_student ON planner_tasks (family_id, student_id);

ALTER TABLE planner_tasks ADD CONSTRAINT planner_tasks_family
  FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE planner_tasks ADD CONSTRAINT planner_tasks_student
  FOREIGN KEY (family_id, student_id, student_role) REFERENCES members (family_id, id, role);
ALTER TABLE planner_tasks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON planner_tasks TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);

GRANT SELECT, INSERT, DELETE ON planner_tasks TO hatched_app;
GRANT UPDATE (title, date, time, color, notes, student_id, updated_at, version) ON planner_tasks TO hatched_app;
