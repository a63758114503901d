-- The help desk of schools: what parents and students ask, and what staff answer.

-- A ticket is of a family, and `school_id` says whom it asks. Those who answer it find it by `staff_school_id`, as administrators, and by
-- `class_id`, as teachers of the child's class: place_ticket() copies both. A fault of the program has neither: the operator answers it.
CREATE TABLE tickets (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  school_id       uuid NOT NULL,
  -- The member who wrote it, who may have left.
  author_id       uuid NOT NULL,
  -- The child that it is about, and its name; null for none.
  enrolment_id    uuid,
  student_name    text COLLATE "und-x-icu",
  staff_school_id uuid,
  class_id        uuid,
  kind            text NOT NULL,
  title           text COLLATE "und-x-icu" NOT NULL,
  state           text NOT NULL,
  -- The time of the last message.
  spoke_at        timestamptz NOT NULL DEFAULT now(),
  closed_at       timestamptz,
  closed_by       text,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT tickets_key PRIMARY KEY (family_id, id),
  CONSTRAINT tickets_kind CHECK (kind IN ('QUESTION', 'BUG', 'OTHER')),
  CONSTRAINT tickets_title CHECK (length(title) BETWEEN 1 AND 200),
  CONSTRAINT tickets_student_name CHECK (length(student_name) BETWEEN 1 AND 200),
  CONSTRAINT tickets_state CHECK (state IN ('OPEN', 'ANSWERED', 'CLOSED')),
  CONSTRAINT tickets_end CHECK ((state = 'CLOSED') = (closed_at IS NOT NULL)),
  CONSTRAINT tickets_closed_by CHECK (closed_by IN ('AUTHOR', 'STAFF', 'SILENCE')),
  CONSTRAINT tickets_closer CHECK ((closed_by IS NULL) = (closed_at IS NULL)),
  CONSTRAINT tickets_bug CHECK (kind <> 'BUG' OR (staff_school_id IS NULL AND class_id IS NULL))
);
CREATE UNIQUE INDEX tickets_id ON tickets (id);
CREATE INDEX tickets_by_date ON tickets (family_id, created_at DESC, id);
CREATE INDEX tickets_by_enrolment ON tickets (family_id, enrolment_id) WHERE enrolment_id IS NOT NULL;
CREATE INDEX tickets_dates_of_school ON tickets (school_id, created_at DESC, id);
CREATE INDEX tickets_staff_of_school ON tickets (staff_school_id) WHERE staff_school_id IS NOT NULL;
CREATE INDEX tickets_of_class ON tickets (class_id) WHERE class_id IS NOT NULL;
-- For those that are closed, and forgotten.
CREATE INDEX tickets_by_silence ON tickets (spoke_at) WHERE state = 'ANSWERED';
CREATE INDEX tickets_by_age ON tickets (spoke_at);
ALTER TABLE tickets ADD CONSTRAINT tickets_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE tickets ADD CONSTRAINT tickets_school FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE tickets ADD CONSTRAINT tickets_enrolment
  FOREIGN KEY (family_id, enrolment_id) REFERENCES enrolments (family_id, id) ON DELETE CASCADE;
ALTER TABLE tickets ADD CONSTRAINT tickets_staff_school FOREIGN KEY (staff_school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE tickets ADD CONSTRAINT tickets_class FOREIGN KEY (staff_school_id, class_id) REFERENCES school_classes (school_id, id);
CREATE TRIGGER known_id BEFORE INSERT ON tickets FOR EACH ROW EXECUTE FUNCTION refuse_known_id();
SELECT guard_table('tickets', 'TICKET', privileges => 'SELECT, INSERT, UPDATE', fixed => '{author_id,enrolment_id,kind,title}');

-- The owners are copies of those of the ticket: copy_ticket().
CREATE TABLE ticket_messages (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  ticket_id       uuid NOT NULL,
  school_id       uuid NOT NULL,
  staff_school_id uuid,
  class_id        uuid,
  is_from_staff   boolean NOT NULL,
  author_name     text COLLATE "und-x-icu" NOT NULL,
  text            text COLLATE "und-x-icu" NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ticket_messages_key PRIMARY KEY (family_id, id),
  CONSTRAINT ticket_messages_author CHECK (length(author_name) BETWEEN 1 AND 200),
  CONSTRAINT ticket_messages_text CHECK (length(text) BETWEEN 1 AND 10000)
);
CREATE UNIQUE INDEX ticket_messages_id ON ticket_messages (id);
CREATE INDEX ticket_messages_by_ticket ON ticket_messages (family_id, ticket_id, created_at, id);
CREATE INDEX ticket_messages_staff_of_school ON ticket_messages (staff_school_id) WHERE staff_school_id IS NOT NULL;
CREATE INDEX ticket_messages_of_class ON ticket_messages (class_id) WHERE class_id IS NOT NULL;
-- For those that are forgotten: rows come in the order of their time.
CREATE INDEX ticket_messages_by_age ON ticket_messages USING brin (created_at);
ALTER TABLE ticket_messages ADD CONSTRAINT ticket_messages_ticket
  FOREIGN KEY (family_id, ticket_id) REFERENCES tickets (family_id, id) ON DELETE CASCADE;
CREATE TRIGGER known_id BEFORE INSERT ON ticket_messages FOR EACH ROW EXECUTE FUNCTION refuse_known_id();
SELECT guard_table('ticket_messages', 'TICKET', privileges => 'SELECT, INSERT');

-- The files of messages: files of the school. use_ticket_files() writes them.
CREATE TABLE ticket_files (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  message_id      uuid NOT NULL,
  file_id         uuid NOT NULL,
  school_id       uuid NOT NULL,
  staff_school_id uuid,
  class_id        uuid,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ticket_files_key PRIMARY KEY (family_id, id)
);
CREATE UNIQUE INDEX ticket_files_id ON ticket_files (id);
CREATE UNIQUE INDEX ticket_files_once ON ticket_files (family_id, message_id, file_id);
CREATE INDEX ticket_files_files_of_school ON ticket_files (school_id, file_id);
CREATE INDEX ticket_files_staff_of_school ON ticket_files (staff_school_id) WHERE staff_school_id IS NOT NULL;
CREATE INDEX ticket_files_of_class ON ticket_files (class_id) WHERE class_id IS NOT NULL;
ALTER TABLE ticket_files ADD CONSTRAINT ticket_files_message
  FOREIGN KEY (family_id, message_id) REFERENCES ticket_messages (family_id, id) ON DELETE CASCADE;
ALTER TABLE ticket_files ADD CONSTRAINT ticket_files_file FOREIGN KEY (school_id, file_id) REFERENCES files (home_id, id) ON DELETE CASCADE;
SELECT guard_table('ticket_files', 'TICKET', privileges => 'SELECT');

-- Authors are notified of answers, and of tickets that others close.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (
  kind IN ('HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'NEW_PARENT', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST', 'TICKET'));
ALTER TABLE members DROP CONSTRAINT members_push_muted_kinds;
ALTER TABLE members ADD CONSTRAINT members_push_muted_kinds CHECK (
  cardinality(push_muted_kinds) <= 11
  AND push_muted_kinds <@ ARRAY['HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'ABSENCE', 'ANNOUNCEMENT',
    'SCHOOL_EVENT', 'SCHOOL_POST', 'TICKET']);
