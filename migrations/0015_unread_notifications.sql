-- What is not read yet is counted wherever the app shows a number beside the bell, and is little of what there is after
-- a year.
CREATE INDEX notifications_unread ON notifications (family_id, recipient_id, created_at DESC, id)
  WHERE deleted_at IS NULL AND read_at IS NULL;
