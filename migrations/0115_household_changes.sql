-- Groups of families are in the audit trail: see audit_group(). Calendar feeds may change, and so may the address of a subscription to a
-- calendar elsewhere.

ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_action;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_action CHECK (action IN (
    'GRADE_SET', 'GRADE_CHANGED', 'GRADE_REMOVED', 'GRADED_ASSIGNMENT_MOVED', 'GRADED_ASSIGNMENT_DELETED',
    'STUDENT_ADDED', 'MEMBER_JOINED', 'MEMBER_LEFT', 'MEMBER_REMOVED', 'STUDENT_DETACHED', 'ROLE_CHANGED',
    'INVITATION_CREATED', 'INVITATION_USED', 'INVITATION_REVOKED', 'FAMILY_EXPORTED', 'BOOKING_MOVED', 'BOOKING_CANCELLED',
    'BOOKING_ANSWERED', 'GROUP_REQUESTED', 'GROUP_JOINED', 'GROUP_ADMITTED', 'GROUP_LEFT', 'GROUP_REMOVED')
  OR action ~ '^[A-Z][A-Z_]*_(CREATED|CHANGED|DELETED)$');

DROP TRIGGER fixed_columns ON calendar_feeds;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at, member_id ON calendar_feeds
  EXECUTE FUNCTION refuse_fixed_columns();
SELECT track_usage('calendar_feeds');
DROP TRIGGER fixed_columns ON calendar_subscriptions;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at ON calendar_subscriptions
  EXECUTE FUNCTION refuse_fixed_columns();
SELECT track_usage('calendar_subscriptions');

-- Each has one more argument. A new database has none of them yet.
DO $$
DECLARE
  former text;
BEGIN
  FOREACH former IN ARRAY ARRAY['lock_group(uuid[])', 'leave_group(uuid)', 'store_subscription(uuid, uuid, bytea, text, jsonb)'] LOOP
    IF to_regprocedure(former) IS NOT NULL THEN EXECUTE 'DROP FUNCTION ' || former; END IF;
  END LOOP;
END
$$;
