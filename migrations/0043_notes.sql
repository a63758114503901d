-- Notes on courses, on assignments, or on neither, and their tags.
CREATE TABLE notes (
  family_id     uuid NOT NULL,
  id            uuid NOT NULL,
  -- The member who wrote it, who may have left the family since: a note stays, so there is no foreign key.
  author_id     uuid NOT NULL,
  course_id     uuid,
  assignment_id uuid,
  title         text COLLATE "und-x-icu" NOT NULL,
  text          text COLLATE "und-x-icu",
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  version       int NOT NULL DEFAULT 1,
  CONSTRAINT notes_key PRIMARY KEY (family_id, id),
  CONSTRAINT notes_place CHECK (course_id IS NULL OR assignment_id IS NULL),
  CONSTRAINT notes_title CHECK (length(title) BETWEEN 1 AND 300),
  CONSTRAINT notes_text CHECK (length(text) <= 20000)
);
-- With what notes are on: the keys of a page of notes are read from the index.
CREATE INDEX notes_by_time ON notes (family_id, created_at DESC, id) INCLUDE (course_id, assignment_id);
CREATE INDEX notes_by_course ON notes (family_id, course_id, created_at DESC, id);
CREATE INDEX notes_by_assignment ON notes (family_id, assignment_id, created_at DESC, id);
-- What a note is on is taken off it before it goes.
ALTER TABLE notes ADD CONSTRAINT notes_course FOREIGN KEY (family_id, course_id) REFERENCES courses (family_id, id);
ALTER TABLE notes ADD CONSTRAINT notes_assignment FOREIGN KEY (family_id, assignment_id) REFERENCES assignments (family_id, id);
ALTER TABLE notes ADD CONSTRAINT notes_family FOREIGN KEY (family_id) REFERENCES families (family_id);

CREATE TABLE note_tags (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT note_tags_key PRIMARY KEY (family_id, id),
  CONSTRAINT note_tags_name CHECK (length(name) BETWEEN 1 AND 50)
);
-- Whatever the case of the letters.
CREATE UNIQUE INDEX note_tags_once ON note_tags (family_id, lower(name));
CREATE INDEX note_tags_by_name ON note_tags (family_id, name, id);
ALTER TABLE note_tags ADD CONSTRAINT note_tags_family FOREIGN KEY (family_id) REFERENCES families (family_id);

CREATE TABLE note_taggings (
  family_id   uuid NOT NULL,
  id          uuid NOT NULL,
  note_id     uuid NOT NULL,
  note_tag_id uuid NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT note_taggings_key PRIMARY KEY (family_id, id),
  CONSTRAINT note_taggings_once UNIQUE (family_id, note_id, note_tag_id)
);
CREATE INDEX note_taggings_by_tag ON note_taggings (family_id, note_tag_id, note_id);
ALTER TABLE note_taggings ADD CONSTRAINT note_taggings_note
  FOREIGN KEY (family_id, note_id) REFERENCES notes (family_id, id) ON DELETE CASCADE;
ALTER TABLE note_taggings ADD CONSTRAINT note_taggings_tag
  FOREIGN KEY (family_id, note_tag_id) REFERENCES note_tags (family_id, id) ON DELETE CASCADE;

ALTER TABLE notes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON notes TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON notes TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, author_id, created_at ON notes
  EXECUTE FUNCTION refuse_fixed_columns();
SELECT track_usage('notes');

ALTER TABLE note_tags ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON note_tags TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON note_tags TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at ON note_tags
  EXECUTE FUNCTION refuse_fixed_columns();
SELECT track_usage('note_tags');

-- Rows are added and deleted, and never changed.
ALTER TABLE note_taggings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON note_taggings TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON note_taggings TO hatched_app;
SELECT track_usage('note_taggings');
