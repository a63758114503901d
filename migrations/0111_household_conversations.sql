-- Conversations of families (ME-13): of members, and of two families of a group. They are rows of the tables of 0097_conversations.sql. Their
-- `home_id` is the key `home` of the family, or `group` of the group; their persons are the keys `self` of members, or the ids of families in the
-- group: see enter_places(). `family_conversations` says which persons are members or parents of which family.

-- Rows of schools go with these by end_conversations(), since persons are no longer those of schools alone.
ALTER TABLE conversations DROP CONSTRAINT conversations_school;
ALTER TABLE conversation_people DROP CONSTRAINT conversation_people_person;
ALTER TABLE conversation_messages DROP CONSTRAINT conversation_messages_author;
ALTER TABLE conversations DROP CONSTRAINT conversations_kind;
ALTER TABLE conversations ADD CONSTRAINT conversations_kind CHECK (kind IN ('SCHOOL', 'CLASS', 'MEMBERS', 'DIRECT'));
ALTER TABLE conversations
  -- Whether both families have begun it, of those of a group.
  ADD COLUMN is_open boolean NOT NULL DEFAULT true,
  -- The two families of a group, by which one that has blocked the other does not see it.
  ADD COLUMN hidden_keys uuid[] NOT NULL DEFAULT '{}';
CREATE INDEX conversations_by_families ON conversations USING gin (hidden_keys) WHERE kind = 'DIRECT';
CREATE POLICY moderation ON conversations AS RESTRICTIVE FOR SELECT TO hatched_app
  USING (NOT hidden_keys && nullif(current_setting('hatched.hidden_ids', true), '')::uuid[]);

-- A family's persons in its conversations: of members a row for each, of two families one for the parents of each.
CREATE TABLE family_conversations (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  conversation_id uuid NOT NULL,
  person_id       uuid NOT NULL,
  -- Null for the parents.
  member_id       uuid,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT family_conversations_key PRIMARY KEY (family_id, id),
  CONSTRAINT family_conversations_once UNIQUE (family_id, conversation_id, person_id)
);
CREATE INDEX family_conversations_by_member ON family_conversations (family_id, member_id);
CREATE INDEX family_conversations_of_conversation ON family_conversations (conversation_id);
CREATE INDEX family_conversations_of_person ON family_conversations (person_id);
ALTER TABLE family_conversations ADD CONSTRAINT family_conversations_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE family_conversations ADD CONSTRAINT family_conversations_conversation
  FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON DELETE CASCADE;
ALTER TABLE family_conversations ADD CONSTRAINT family_conversations_member
  FOREIGN KEY (family_id, member_id) REFERENCES members (family_id, id) ON DELETE CASCADE;
SELECT guard_table('family_conversations', 'FAMILY', privileges => 'SELECT');

-- Messages of which members are to be notified: see tell_messages(). No role has a privilege on it.
CREATE TABLE message_tellings (
  conversation_id uuid NOT NULL,
  -- The message.
  id              uuid NOT NULL,
  due_at          timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT message_tellings_key PRIMARY KEY (conversation_id, id)
);
CREATE INDEX message_tellings_due ON message_tellings (due_at, id);
ALTER TABLE message_tellings ADD CONSTRAINT message_tellings_conversation
  FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON DELETE CASCADE;
ALTER TABLE message_tellings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
