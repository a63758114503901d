-- Notifications that parents write themselves (REQ-NOT-003).
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE'));
