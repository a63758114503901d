-- Conversations. Those among the people of a school are here; those of families are to be of the same tables: `home_id` is the place whose
-- people talk, and `audience` has the keys of those who see a row, as in audience_of().

-- Whether parents write to each other.
ALTER TABLE schools ADD COLUMN parents_write_to_parents boolean NOT NULL DEFAULT false;

CREATE TABLE conversations (
  home_id         uuid NOT NULL,
  id              uuid NOT NULL,
  kind            text NOT NULL,
  class_id        uuid,
  title           text COLLATE "und-x-icu",
  -- The ids of its persons, or the class and who began it; and for each student the key of its parents: `guard STUDENT`.
  audience        uuid[] NOT NULL,
  last_message_at timestamptz NOT NULL DEFAULT now(),
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT conversations_key PRIMARY KEY (home_id, id),
  CONSTRAINT conversations_kind CHECK (kind IN ('SCHOOL', 'CLASS')),
  CONSTRAINT conversations_class CHECK ((kind = 'CLASS') = (class_id IS NOT NULL)),
  CONSTRAINT conversations_title CHECK (length(title) BETWEEN 1 AND 200),
  CONSTRAINT conversations_audience CHECK (cardinality(audience) BETWEEN 1 AND 200)
);
CREATE UNIQUE INDEX conversations_id ON conversations (id);
CREATE INDEX conversations_by_message ON conversations (home_id, last_message_at DESC, id);
CREATE INDEX conversations_of_audience ON conversations USING gin (audience);
CREATE INDEX conversations_by_class ON conversations (class_id) WHERE class_id IS NOT NULL;
ALTER TABLE conversations ADD CONSTRAINT conversations_school FOREIGN KEY (home_id) REFERENCES schools (id) ON DELETE CASCADE;

-- The persons of a conversation. fill_conversation() adds those of a class, and the parents who read along with a student.
CREATE TABLE conversation_people (
  home_id         uuid NOT NULL,
  id              uuid NOT NULL DEFAULT gen_random_uuid(),
  conversation_id uuid NOT NULL,
  person_id       uuid NOT NULL,
  is_reader       boolean NOT NULL,
  -- The end of the day before the student's eighteenth birthday; null where nobody knows it, and for persons who write.
  reads_until     timestamptz,
  -- Whether it follows from the class, or from a student: see fill_conversation().
  follows         boolean NOT NULL,
  audience        uuid[] NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT conversation_people_key PRIMARY KEY (home_id, id),
  CONSTRAINT conversation_people_once UNIQUE (home_id, conversation_id, person_id),
  CONSTRAINT conversation_people_reader CHECK (is_reader OR reads_until IS NULL)
);
CREATE INDEX conversation_people_by_person ON conversation_people (home_id, person_id);
CREATE INDEX conversation_people_by_end ON conversation_people (home_id, reads_until) WHERE reads_until IS NOT NULL;
ALTER TABLE conversation_people ADD CONSTRAINT conversation_people_conversation
  FOREIGN KEY (home_id, conversation_id) REFERENCES conversations (home_id, id) ON DELETE CASCADE;
ALTER TABLE conversation_people ADD CONSTRAINT conversation_people_person
  FOREIGN KEY (home_id, person_id) REFERENCES school_people (school_id, id) ON DELETE CASCADE;

CREATE TABLE conversation_messages (
  home_id         uuid NOT NULL,
  id              uuid NOT NULL,
  conversation_id uuid NOT NULL,
  author_id       uuid NOT NULL,
  author_name     text COLLATE "und-x-icu" NOT NULL,
  text            text COLLATE "und-x-icu" NOT NULL,
  audience        uuid[] NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  hidden_keys     uuid[] NOT NULL GENERATED ALWAYS AS (ARRAY[id, author_id]) STORED,
  CONSTRAINT conversation_messages_key PRIMARY KEY (home_id, id),
  CONSTRAINT conversation_messages_author_name CHECK (length(author_name) BETWEEN 1 AND 200),
  CONSTRAINT conversation_messages_text CHECK (length(text) BETWEEN 1 AND 5000)
);
CREATE UNIQUE INDEX conversation_messages_id ON conversation_messages (id);
CREATE INDEX conversation_messages_by_time ON conversation_messages (home_id, conversation_id, created_at DESC, id);
CREATE INDEX conversation_messages_by_age ON conversation_messages USING brin (created_at);
ALTER TABLE conversation_messages ADD CONSTRAINT conversation_messages_conversation
  FOREIGN KEY (home_id, conversation_id) REFERENCES conversations (home_id, id) ON DELETE CASCADE;
ALTER TABLE conversation_messages ADD CONSTRAINT conversation_messages_author
  FOREIGN KEY (home_id, author_id) REFERENCES school_people (school_id, id) ON DELETE CASCADE;

SELECT guard_table('conversations', 'CONVERSATION', fixed => '{kind,class_id,title}', privileges => 'SELECT, INSERT, UPDATE');
SELECT guard_table('conversation_people', 'CONVERSATION', privileges => 'SELECT, INSERT');
SELECT guard_table('conversation_messages', 'MESSAGE', privileges => 'SELECT, INSERT');
-- How far an account has read a conversation, whose id the row has. It never moves back.
CREATE TABLE conversation_reads (
  account_id uuid NOT NULL,
  id         uuid NOT NULL,
  read_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT conversation_reads_key PRIMARY KEY (account_id, id)
);
ALTER TABLE conversation_reads ADD CONSTRAINT conversation_reads_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
SELECT guard_table('conversation_reads', 'ACCOUNT', privileges => 'SELECT, INSERT, UPDATE');
CREATE INDEX conversation_reads_by_conversation ON conversation_reads (id);
