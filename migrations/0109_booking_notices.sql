-- Notices of bookings: to the members of families, and to providers, whose accounts are in no family. Reminders of bookings.

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (
  kind IN ('HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'NEW_PARENT', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST', 'TICKET', 'CONVERSATION', 'REMINDER', 'BOOKING'));
ALTER TABLE members DROP CONSTRAINT members_push_muted_kinds;
ALTER TABLE members ADD CONSTRAINT members_push_muted_kinds CHECK (
  cardinality(push_muted_kinds) <= 14
  AND push_muted_kinds <@ ARRAY['HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST', 'TICKET', 'CONVERSATION', 'REMINDER', 'BOOKING']);
ALTER TABLE members DROP CONSTRAINT members_mail_muted_kinds;
ALTER TABLE members ADD CONSTRAINT members_mail_muted_kinds CHECK (
  cardinality(mail_muted_kinds) <= 14
  AND mail_muted_kinds <@ ARRAY['HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST', 'TICKET', 'CONVERSATION', 'REMINDER', 'BOOKING']);

-- The notifications of an account that is in no family. tell_account() keeps the latest.
CREATE TABLE account_notifications (
  account_id uuid NOT NULL,
  id         uuid NOT NULL,
  kind       text NOT NULL,
  event      text NOT NULL,
  -- An object of names and texts, as JSON.
  arguments  text COLLATE "und-x-icu" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  read_at    timestamptz,
  deleted_at timestamptz,
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT account_notifications_key PRIMARY KEY (account_id, id),
  CONSTRAINT account_notifications_kind CHECK (kind IN ('BOOKING')),
  CONSTRAINT account_notifications_event CHECK (length(event) BETWEEN 1 AND 100)
);
CREATE INDEX account_notifications_by_time ON account_notifications (account_id, created_at DESC, id);
ALTER TABLE account_notifications ADD CONSTRAINT account_notifications_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
SELECT guard_table('account_notifications', 'ACCOUNT', fixed => '{kind,event,arguments}', privileges => 'SELECT, UPDATE');

-- A reminder is of one of the four.
ALTER TABLE reminders ADD COLUMN booking_id uuid;
ALTER TABLE reminders DROP CONSTRAINT reminders_item;
ALTER TABLE reminders ADD CONSTRAINT reminders_item CHECK (num_nonnulls(event_id, task_id, assignment_id, booking_id) = 1);
CREATE INDEX reminders_by_booking ON reminders (family_id, booking_id) WHERE booking_id IS NOT NULL;
ALTER TABLE reminders ADD CONSTRAINT reminders_booking
  FOREIGN KEY (family_id, booking_id) REFERENCES bookings (family_id, id) ON DELETE CASCADE;
DROP TRIGGER fixed_columns ON reminders;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at, event_id, task_id, assignment_id, booking_id ON reminders
  EXECUTE FUNCTION refuse_fixed_columns();
SELECT track_usage('reminders');
