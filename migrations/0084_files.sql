-- Files, the uploads that bring them, and the rows that use them.
--
-- A file has a home: the school, the family or the account whose it is. It is read by the members of a family through the rows that use
-- it, and by the account that sent it. The store keeps the bytes, in variants, under the id; a tombstone says which are to be deleted.

CREATE TABLE files (
  home_id        uuid NOT NULL,
  id             uuid NOT NULL,
  -- The account that sent it; null once the account has gone, or has left the home.
  owner_id       uuid,
  name           text COLLATE "und-x-icu" NOT NULL,
  media_type     text NOT NULL,
  kind           text NOT NULL,
  bytes          int NOT NULL,
  sha256         bytea NOT NULL,
  width          int,
  height         int,
  -- Those of all variants together.
  stored_bytes   int NOT NULL,
  -- Those that were sent, which count for quotas.
  declared_bytes int NOT NULL,
  -- Null while a row uses it.
  unused_since   timestamptz,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT files_key PRIMARY KEY (home_id, id),
  CONSTRAINT files_name CHECK (length(name) BETWEEN 1 AND 255),
  CONSTRAINT files_media_type CHECK (length(media_type) BETWEEN 1 AND 100),
  CONSTRAINT files_kind CHECK (kind IN ('PICTURE', 'DOCUMENT')),
  CONSTRAINT files_sizes CHECK (
    bytes > 0 AND stored_bytes >= bytes AND declared_bytes > 0 AND octet_length(sha256) = 32
    AND (kind = 'PICTURE') = (width IS NOT NULL) AND (width IS NULL) = (height IS NULL) AND width > 0 AND height > 0)
);
CREATE UNIQUE INDEX files_id ON files (id);
CREATE INDEX files_by_owner ON files (owner_id, id) WHERE owner_id IS NOT NULL;
CREATE INDEX files_unused ON files (unused_since) WHERE unused_since IS NOT NULL;
ALTER TABLE files ADD CONSTRAINT files_owner FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE SET NULL;
SELECT guard_table('files', 'FILE', privileges => 'SELECT');

CREATE TABLE uploads (
  account_id     uuid NOT NULL,
  id             uuid NOT NULL,
  home_id        uuid NOT NULL,
  name           text COLLATE "und-x-icu" NOT NULL,
  -- As they were declared.
  bytes          int NOT NULL,
  sha256         bytea,
  state          text NOT NULL,
  refusal        text,
  received_bytes int NOT NULL,
  -- Null unless it is stored.
  file_id        uuid,
  withdrawn_at   timestamptz,
  expires_at     timestamptz NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT uploads_key PRIMARY KEY (account_id, id),
  CONSTRAINT uploads_name CHECK (length(name) BETWEEN 1 AND 1000),
  CONSTRAINT uploads_bytes CHECK (bytes BETWEEN 1 AND 26214400),
  CONSTRAINT uploads_received_bytes CHECK (received_bytes BETWEEN 0 AND bytes),
  CONSTRAINT uploads_sha256 CHECK (octet_length(sha256) = 32),
  CONSTRAINT uploads_state CHECK (state IN ('WAITING', 'STORED', 'REFUSED')),
  CONSTRAINT uploads_refusal CHECK (refusal IN ('TYPE', 'PIXELS', 'UNREADABLE', 'HASH')),
  CONSTRAINT uploads_ends CHECK ((state = 'REFUSED') = (refusal IS NOT NULL) AND (state = 'STORED') = (file_id IS NOT NULL))
);
CREATE UNIQUE INDEX uploads_id ON uploads (id);
CREATE INDEX uploads_by_date ON uploads (account_id, created_at DESC, id);
CREATE INDEX uploads_by_home ON uploads (home_id) INCLUDE (bytes) WHERE state = 'WAITING' AND withdrawn_at IS NULL;
CREATE INDEX uploads_ending ON uploads (expires_at);
ALTER TABLE uploads ADD CONSTRAINT uploads_account FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
SELECT guard_table('uploads', 'ACCOUNT', privileges => 'SELECT');

-- A row that uses files has a column here, with a key and an index; its type names it in a resolver `.toMany(through: FileUse.self, …)`.
CREATE TABLE file_uses (
  family_id         uuid NOT NULL,
  id                uuid NOT NULL,
  file_id           uuid NOT NULL,
  note_id           uuid,
  course_id         uuid,
  assignment_id     uuid,
  portfolio_item_id uuid,
  created_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT file_uses_key PRIMARY KEY (family_id, id),
  CONSTRAINT file_uses_row CHECK (num_nonnulls(note_id, course_id, assignment_id, portfolio_item_id) = 1)
);
CREATE INDEX file_uses_by_file ON file_uses (family_id, file_id);
CREATE UNIQUE INDEX file_uses_once_in_note ON file_uses (family_id, note_id, file_id) WHERE note_id IS NOT NULL;
CREATE UNIQUE INDEX file_uses_once_in_course ON file_uses (family_id, course_id, file_id) WHERE course_id IS NOT NULL;
CREATE UNIQUE INDEX file_uses_once_in_assignment ON file_uses (family_id, assignment_id, file_id) WHERE assignment_id IS NOT NULL;
CREATE UNIQUE INDEX file_uses_once_in_portfolio_item
  ON file_uses (family_id, portfolio_item_id, file_id) WHERE portfolio_item_id IS NOT NULL;
ALTER TABLE file_uses ADD CONSTRAINT file_uses_file FOREIGN KEY (family_id, file_id) REFERENCES files (home_id, id) ON DELETE CASCADE;
ALTER TABLE file_uses ADD CONSTRAINT file_uses_note FOREIGN KEY (family_id, note_id) REFERENCES notes (family_id, id) ON DELETE CASCADE;
ALTER TABLE file_uses ADD CONSTRAINT file_uses_course
  FOREIGN KEY (family_id, course_id) REFERENCES courses (family_id, id) ON DELETE CASCADE;
ALTER TABLE file_uses ADD CONSTRAINT file_uses_assignment
  FOREIGN KEY (family_id, assignment_id) REFERENCES assignments (family_id, id) ON DELETE CASCADE;
ALTER TABLE file_uses ADD CONSTRAINT file_uses_portfolio_item
  FOREIGN KEY (family_id, portfolio_item_id) REFERENCES portfolio_items (family_id, id) ON DELETE CASCADE;
SELECT guard_table('file_uses', 'FAMILY', privileges => 'SELECT, INSERT, DELETE');
SELECT track_changes(
  'file_uses', NULL, '{Note,note_id,Course,course_id,Assignment,assignment_id,PortfolioItem,portfolio_item_id}');

-- The files whose bytes are to be deleted from the store. Those of a family that is gone, too: no column names it.
CREATE TABLE file_tombstones (
  id         uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT file_tombstones_key PRIMARY KEY (id)
);
ALTER TABLE file_tombstones ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
