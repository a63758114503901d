-- What members are told, and the devices that it goes to.

CREATE TABLE notifications (
  family_id     uuid NOT NULL,
  id            uuid NOT NULL,
  -- The one member who sees it: what concerns several is written once for each.
  recipient_id  uuid NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('HELP_REQUEST', 'OVERDUE')),
  title         text NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  body          text NOT NULL CHECK (length(body) BETWEEN 1 AND 3000),
  -- The student and the assignment that it is about.
  student_id    uuid,
  assignment_id uuid,
  -- Of an overdue assignment: the day that it was due, and the day, on the family's calendar, of this notice;
  -- these are one and the same where a family is told once.
  due_date      date,
  notice_date   date,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  read_at       timestamptz,
  -- What its recipient removed stays, so that nobody is told the same again.
  deleted_at    timestamptz,
  version       int NOT NULL DEFAULT 1,
  PRIMARY KEY (family_id, id),
  CHECK (kind <> 'OVERDUE' OR (due_date IS NOT NULL AND notice_date IS NOT NULL))
);
CREATE INDEX notifications_by_recipient ON notifications (family_id, recipient_id, created_at DESC, id)
  WHERE deleted_at IS NULL;
-- However many processes look for what is overdue, a recipient is told once.
CREATE UNIQUE INDEX notifications_once ON notifications (family_id, assignment_id, recipient_id, due_date, notice_date)
  WHERE kind = 'OVERDUE';

CREATE TABLE devices (
  family_id     uuid NOT NULL,
  id            uuid NOT NULL,
  member_id     uuid NOT NULL,
  platform      text NOT NULL CHECK (platform IN ('IOS')),
  -- What the platform's push service knows the device by.
  token         text NOT NULL CHECK (length(token) BETWEEN 1 AND 500),
  registered_at timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  version       int NOT NULL DEFAULT 1,
  PRIMARY KEY (family_id, id),
  UNIQUE (family_id, member_id, platform, token)
);

ALTER TABLE notifications ADD CONSTRAINT notifications_recipient
  FOREIGN KEY (family_id, recipient_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
ALTER TABLE notifications ADD CONSTRAINT notifications_student
  FOREIGN KEY (family_id, student_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
-- A notification outlives the assignment that it was about.
ALTER TABLE notifications ADD CONSTRAINT notifications_assignment
  FOREIGN KEY (family_id, assignment_id) REFERENCES assignments (family_id, id) ON DELETE SET NULL (assignment_id);
CREATE INDEX notifications_by_assignment ON notifications (family_id, assignment_id);
ALTER TABLE devices ADD CONSTRAINT devices_member
  FOREIGN KEY (family_id, member_id) REFERENCES members (family_id, id) ON DELETE CASCADE;

ALTER TABLE notifications ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE devices       ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON notifications TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON devices TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);

GRANT SELECT, INSERT ON notifications TO hatched_app;
GRANT UPDATE (read_at, deleted_at, updated_at, version) ON notifications TO hatched_app;
GRANT SELECT, INSERT, DELETE ON devices TO hatched_app;
GRANT UPDATE (registered_at, updated_at, version) ON devices TO hatched_app;
