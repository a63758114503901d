-- Reminders of tasks, events and assignments (ME-06): see docs/calendar.md.

-- A reminder of one member, of one of the three. The other series of a split has reminders of its own.
CREATE TABLE reminders (
  family_id      uuid NOT NULL,
  id             uuid NOT NULL,
  event_id       uuid,
  task_id        uuid,
  assignment_id  uuid,
  -- Whom it reminds.
  member_id      uuid NOT NULL,
  -- Below zero it is after midnight, of what has no time.
  minutes_before int NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  version        int NOT NULL DEFAULT 1,
  CONSTRAINT reminders_key PRIMARY KEY (family_id, id),
  CONSTRAINT reminders_item CHECK (num_nonnulls(event_id, task_id, assignment_id) = 1),
  CONSTRAINT reminders_minutes_before CHECK (minutes_before >= -1440 AND minutes_before <= 40320)
);
CREATE INDEX reminders_by_event ON reminders (family_id, event_id, minutes_before, id) WHERE event_id IS NOT NULL;
CREATE INDEX reminders_by_task ON reminders (family_id, task_id, minutes_before, id) WHERE task_id IS NOT NULL;
CREATE INDEX reminders_by_assignment ON reminders (family_id, assignment_id) WHERE assignment_id IS NOT NULL;
CREATE INDEX reminders_by_member ON reminders (family_id, member_id);
CREATE INDEX reminders_in_order ON reminders (family_id, minutes_before, id);
ALTER TABLE reminders ADD CONSTRAINT reminders_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE reminders ADD CONSTRAINT reminders_event
  FOREIGN KEY (family_id, event_id) REFERENCES events (family_id, id) ON DELETE CASCADE;
ALTER TABLE reminders ADD CONSTRAINT reminders_task
  FOREIGN KEY (family_id, task_id) REFERENCES tasks (family_id, id) ON DELETE CASCADE;
ALTER TABLE reminders ADD CONSTRAINT reminders_assignment
  FOREIGN KEY (family_id, assignment_id) REFERENCES assignments (family_id, id) ON DELETE CASCADE;
ALTER TABLE reminders ADD CONSTRAINT reminders_member
  FOREIGN KEY (family_id, member_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
SELECT guard_table('reminders', 'FAMILY', 'Reminder', shown => '{Event,event_id,Task,task_id}', fixed => '{event_id,task_id,assignment_id}');

-- When the worker looks at a reminder next: see send_reminders(). A table of its own, so that a look is no change that clients hear of. No
-- key refers to the reminder, which may be on another machine: look_at_reminders() removes the row with it.
CREATE TABLE reminder_times (
  home_id      uuid NOT NULL,
  reminder_id  uuid NOT NULL,
  -- `-infinity`: at once, as something has changed. `infinity`: never, unless something changes.
  look_at      timestamptz NOT NULL,
  -- What was due until then has been looked at.
  looked_until timestamptz NOT NULL,
  CONSTRAINT reminder_times_key PRIMARY KEY (home_id, reminder_id)
);
CREATE INDEX reminder_times_next ON reminder_times (look_at);
CREATE INDEX reminder_times_of_home ON reminder_times (home_id, look_at);
-- No policy: only functions of the owner see a row.
ALTER TABLE reminder_times ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- One notification for each reminder, occurrence and due moment, whoever sends it. A push waits for the end of quiet hours as long as the
-- occurrence is not over.
ALTER TABLE notifications
  ADD COLUMN reminder_id uuid,
  ADD COLUMN occurrence date,
  ADD COLUMN reminded_at timestamptz,
  ADD COLUMN lapses_at timestamptz;
CREATE UNIQUE INDEX notifications_of_reminder ON notifications (family_id, reminder_id, occurrence, reminded_at)
  WHERE reminder_id IS NOT NULL;
SELECT track_usage('notifications', sampled => true, oldest => 'created_at');
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (
  kind IN ('HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'NEW_PARENT', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST', 'TICKET', 'CONVERSATION', 'REMINDER'));
ALTER TABLE members DROP CONSTRAINT members_push_muted_kinds;
ALTER TABLE members ADD CONSTRAINT members_push_muted_kinds CHECK (
  cardinality(push_muted_kinds) <= 13
  AND push_muted_kinds <@ ARRAY['HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST', 'TICKET', 'CONVERSATION', 'REMINDER']);

-- Whether the member wants reminders by mail, and the kinds that are not mailed nevertheless (ME-16).
ALTER TABLE members
  ADD COLUMN mail_notifications boolean NOT NULL DEFAULT false,
  ADD COLUMN mail_muted_kinds text[] NOT NULL DEFAULT '{}';
ALTER TABLE members ADD CONSTRAINT members_mail_muted_kinds CHECK (
  cardinality(mail_muted_kinds) <= 13
  AND mail_muted_kinds <@ ARRAY['HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST', 'TICKET', 'CONVERSATION', 'REMINDER']);
SELECT track_usage('members');
