-- Mails of reminders name their notification, as pushes do: claim_message() removes one whose reminder is not due any more. See
-- docs/calendar.md#reminders.

ALTER TABLE messages DROP CONSTRAINT messages_push;
ALTER TABLE messages ADD CONSTRAINT messages_push CHECK (
  (channel = 'PUSH') = (device_id IS NOT NULL) AND (device_id IS NULL) = (platform IS NULL));
-- A push has a notification, and so has a mail of a reminder.
ALTER TABLE messages ADD CONSTRAINT messages_notification CHECK (
  (home_id IS NULL) = (notification_id IS NULL)
  AND CASE WHEN channel = 'PUSH' THEN home_id IS NOT NULL ELSE home_id IS NULL OR channel = 'EMAIL' AND kind = 'reminder' END);
