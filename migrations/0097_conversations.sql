-- Conversations. Those among the people of a school are here; those of families are to be of the same tables: `home_id` is the place whose
-- people talk, and `audience` has the keys of those who see a row, as in audience_of().

CREATE TABLE conversations (
  home_id         uuid NOT NULL,
  id              uuid NOT NULL,
  kind            text NOT NULL,
  class_id        uuid,
  title           text COLLATE "und-x-icu",
  -- The ids of its people, and for each student among them the key of its parents: `guard STUDENT`. Of a class `talk` of the class, and the
  -- id of the person who began it, unless that one teaches the class.
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

-- The persons of a conversation. fill_conversation() adds those of a class, and the parents who
-- read along with a student.
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

-- Messages are content: see the tables of 0093_posts.sql. Administrators moderate those that somebody has reported: follow_report() adds their
-- key to the audience.
CREATE TABLE conversation_messages (
  home_id         uuid NOT NULL,
  id              uuid NOT NULL,
  conversation_id uuid NOT NULL,
  author_id       uuid NOT NULL,
  author_name     text COLLATE "und-x-icu" NOT NULL,
  author_kind     text NOT NULL,
  state           text NOT NULL,
  state_reason    text COLLATE "und-x-icu",
  is_held         boolean NOT NULL,
  appeal          text COLLATE "und-x-icu",
  appealed_at     timestamptz,
  removed_at      timestamptz,
  is_reported     boolean NOT NULL DEFAULT false,
  text            text COLLATE "und-x-icu" NOT NULL,
  audience        uuid[] NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  -- What reports copy.
  school_id       uuid NOT NULL GENERATED ALWAYS AS (home_id) STORED,
  grades          text[] COLLATE "C" NOT NULL GENERATED ALWAYS AS ('{}'::text[]) STORED,
  class_ids       uuid[] NOT NULL GENERATED ALWAYS AS ('{}'::uuid[]) STORED,
  is_shown        boolean NOT NULL GENERATED ALWAYS AS (state = 'PUBLISHED') STORED,
  hidden_keys     uuid[] NOT NULL GENERATED ALWAYS AS (ARRAY[id, author_id]) STORED,
  CONSTRAINT conversation_messages_key PRIMARY KEY (home_id, id),
  CONSTRAINT conversation_messages_author_name CHECK (length(author_name) BETWEEN 1 AND 200),
  CONSTRAINT conversation_messages_author_kind CHECK (author_kind IN ('STAFF', 'PARENT', 'STUDENT')),
  CONSTRAINT conversation_messages_state CHECK (state IN ('PUBLISHED', 'HIDDEN', 'REMOVED')),
  CONSTRAINT conversation_messages_state_reason CHECK (length(state_reason) BETWEEN 1 AND 500),
  CONSTRAINT conversation_messages_held CHECK (NOT is_held OR state = 'HIDDEN'),
  CONSTRAINT conversation_messages_appeal CHECK (length(appeal) BETWEEN 1 AND 2000),
  CONSTRAINT conversation_messages_appealed CHECK ((appeal IS NULL) = (appealed_at IS NULL)),
  CONSTRAINT conversation_messages_removed CHECK ((state = 'REMOVED') = (removed_at IS NOT NULL)),
  CONSTRAINT conversation_messages_text CHECK (length(text) BETWEEN 1 AND 5000)
);
CREATE UNIQUE INDEX conversation_messages_id ON conversation_messages (id);
CREATE INDEX conversation_messages_by_time ON conversation_messages (home_id, conversation_id, created_at DESC, id);
CREATE INDEX conversation_messages_by_author ON conversation_messages (home_id, author_id);
CREATE INDEX conversation_messages_by_removal ON conversation_messages (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX conversation_messages_by_age ON conversation_messages USING brin (created_at);
ALTER TABLE conversation_messages ADD CONSTRAINT conversation_messages_conversation
  FOREIGN KEY (home_id, conversation_id) REFERENCES conversations (home_id, id) ON DELETE CASCADE;
ALTER TABLE conversation_messages ADD CONSTRAINT conversation_messages_author
  FOREIGN KEY (home_id, author_id) REFERENCES school_people (school_id, id) ON DELETE CASCADE;

-- The files of messages: files of the school. use_message_files() writes them, and follow_school_files() keeps `files.unused_since`.
CREATE TABLE conversation_files (
  home_id         uuid NOT NULL,
  id              uuid NOT NULL,
  conversation_id uuid NOT NULL,
  message_id      uuid NOT NULL,
  file_id         uuid NOT NULL,
  audience        uuid[] NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  school_id       uuid NOT NULL GENERATED ALWAYS AS (home_id) STORED,
  CONSTRAINT conversation_files_key PRIMARY KEY (home_id, id)
);
CREATE UNIQUE INDEX conversation_files_id ON conversation_files (id);
CREATE UNIQUE INDEX conversation_files_once ON conversation_files (home_id, message_id, file_id);
CREATE INDEX conversation_files_by_file ON conversation_files (home_id, file_id);
ALTER TABLE conversation_files ADD CONSTRAINT conversation_files_file
  FOREIGN KEY (home_id, file_id) REFERENCES files (home_id, id) ON DELETE CASCADE;
ALTER TABLE conversation_files ADD CONSTRAINT conversation_files_message
  FOREIGN KEY (home_id, message_id) REFERENCES conversation_messages (home_id, id) ON DELETE CASCADE;

SELECT guard_table('conversations', 'CONVERSATION', fixed => '{kind,class_id,title}', privileges => 'SELECT, INSERT, UPDATE');
SELECT guard_table('conversation_people', 'CONVERSATION', privileges => 'SELECT, INSERT');
SELECT guard_table('conversation_messages', 'MESSAGE', fixed => '{conversation_id,author_name,author_kind,text,is_reported}',
  privileges => 'SELECT, INSERT, UPDATE');
SELECT guard_table('conversation_files', 'CONVERSATION', privileges => 'SELECT');

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

ALTER TABLE school_reports DROP CONSTRAINT school_reports_subject_kind;
ALTER TABLE school_reports ADD CONSTRAINT school_reports_subject_kind CHECK (subject_kind IN ('POST', 'COMMENT', 'PICTURE', 'MESSAGE'));

-- The people of a conversation are told of a message: see tell_conversation().
ALTER TABLE school_tellings DROP CONSTRAINT school_tellings_event;
ALTER TABLE school_tellings ADD CONSTRAINT school_tellings_event CHECK (event IN ('ANNOUNCEMENT', 'SCHOOL_EVENT', 'CONVERSATION'));
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (
  kind IN ('HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'NEW_PARENT', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST', 'TICKET', 'CONVERSATION'));
ALTER TABLE members DROP CONSTRAINT members_push_muted_kinds;
ALTER TABLE members ADD CONSTRAINT members_push_muted_kinds CHECK (
  cardinality(push_muted_kinds) <= 12
  AND push_muted_kinds <@ ARRAY['HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST', 'TICKET', 'CONVERSATION']);
