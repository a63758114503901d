-- Conversations of the parents of a family and a provider of services (ME-13): see docs/household-conversations.md. They are rows of the
-- tables of 0097_conversations.sql, as those of 0111_household_conversations.sql. Their `home_id` is the key `clients` of the provider; their
-- persons are the keys `parents` of the family and `provider` of the provider: see enter_places(). Besides, the audit of bookings.

ALTER TABLE conversations DROP CONSTRAINT conversations_kind;
ALTER TABLE conversations ADD CONSTRAINT conversations_kind CHECK (kind IN ('SCHOOL', 'CLASS', 'MEMBERS', 'DIRECT', 'PROVIDER'));
ALTER TABLE conversation_messages DROP CONSTRAINT conversation_messages_author_kind;
ALTER TABLE conversation_messages ADD CONSTRAINT conversation_messages_author_kind CHECK (
  author_kind IN ('STAFF', 'PARENT', 'STUDENT', 'PROVIDER'));

-- The name of the family or of the provider, which the other one sees. Null for others.
ALTER TABLE conversation_people ADD COLUMN name text COLLATE "und-x-icu";
ALTER TABLE conversation_people ADD CONSTRAINT conversation_people_name CHECK (length(name) BETWEEN 1 AND 200);

-- Each message looks up who sees it: see bump_conversation().
CREATE INDEX conversation_people_of_conversation ON conversation_people (conversation_id);

-- The provider that the parents talk with: there is one conversation of both. Null for others.
ALTER TABLE family_conversations ADD COLUMN provider_id uuid;
CREATE UNIQUE INDEX family_conversations_one_provider ON family_conversations (family_id, provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX family_conversations_of_provider ON family_conversations (provider_id) WHERE provider_id IS NOT NULL;
ALTER TABLE family_conversations ADD CONSTRAINT family_conversations_provider
  FOREIGN KEY (provider_id) REFERENCES providers (id) ON DELETE CASCADE;
SELECT track_usage('family_conversations');

-- Providers are told of messages.
ALTER TABLE account_notifications DROP CONSTRAINT account_notifications_kind;
ALTER TABLE account_notifications ADD CONSTRAINT account_notifications_kind CHECK (kind IN ('BOOKING', 'CONVERSATION'));

-- Bookings are audited: see audit_booking().
ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_action;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_action CHECK (action IN (
    'GRADE_SET', 'GRADE_CHANGED', 'GRADE_REMOVED', 'GRADED_ASSIGNMENT_MOVED', 'GRADED_ASSIGNMENT_DELETED',
    'STUDENT_ADDED', 'MEMBER_JOINED', 'MEMBER_LEFT', 'MEMBER_REMOVED', 'STUDENT_DETACHED', 'ROLE_CHANGED',
    'INVITATION_CREATED', 'INVITATION_USED', 'INVITATION_REVOKED', 'FAMILY_EXPORTED', 'BOOKING_MOVED', 'BOOKING_CANCELLED',
    'BOOKING_ANSWERED')
  OR action ~ '^[A-Z][A-Z_]*_(CREATED|CHANGED|DELETED)$');
