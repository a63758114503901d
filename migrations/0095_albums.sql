-- Albums of the activities of schools, and their pictures, which are content: see the tables of 0093_posts.sql.
CREATE TABLE school_albums (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL,
  author_id  uuid,
  title      text COLLATE "und-x-icu" NOT NULL,
  date       date,
  grades     text[] COLLATE "und-x-icu" NOT NULL,
  class_ids  uuid[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT school_albums_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_albums_title CHECK (length(title) BETWEEN 1 AND 200)
);
CREATE UNIQUE INDEX school_albums_id ON school_albums (id);
CREATE INDEX school_albums_by_date ON school_albums (school_id, created_at DESC, id);
ALTER TABLE school_albums ADD CONSTRAINT school_albums_school FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
SELECT guard_table('school_albums', 'AUDIENCE', fixed => '{grades,class_ids}');

-- The audience is a copy of that of the album: copy_album(). The text is the caption.
CREATE TABLE school_pictures (
  school_id    uuid NOT NULL,
  id           uuid NOT NULL,
  album_id     uuid NOT NULL,
  file_id      uuid NOT NULL,
  author_id    uuid NOT NULL,
  author_name  text COLLATE "und-x-icu" NOT NULL,
  author_kind  text NOT NULL,
  grades       text[] COLLATE "und-x-icu" NOT NULL,
  class_ids    uuid[] NOT NULL,
  state        text NOT NULL,
  state_reason text COLLATE "und-x-icu",
  is_held      boolean NOT NULL,
  appeal       text COLLATE "und-x-icu",
  appealed_at  timestamptz,
  removed_at   timestamptz,
  text         text COLLATE "und-x-icu",
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  is_shown     boolean NOT NULL GENERATED ALWAYS AS (state = 'PUBLISHED') STORED,
  hidden_keys  uuid[] NOT NULL GENERATED ALWAYS AS (ARRAY[id, author_id]) STORED,
  CONSTRAINT school_pictures_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_pictures_author_name CHECK (length(author_name) BETWEEN 1 AND 200),
  CONSTRAINT school_pictures_author_kind CHECK (author_kind = 'STAFF'),
  CONSTRAINT school_pictures_state CHECK (state IN ('PUBLISHED', 'HIDDEN', 'REMOVED')),
  CONSTRAINT school_pictures_state_reason CHECK (length(state_reason) BETWEEN 1 AND 500),
  CONSTRAINT school_pictures_held CHECK (NOT is_held OR state = 'HIDDEN'),
  CONSTRAINT school_pictures_appeal CHECK (length(appeal) BETWEEN 1 AND 2000),
  CONSTRAINT school_pictures_appealed CHECK ((appeal IS NULL) = (appealed_at IS NULL)),
  CONSTRAINT school_pictures_removed CHECK ((state = 'REMOVED') = (removed_at IS NOT NULL)),
  CONSTRAINT school_pictures_text CHECK (length(text) BETWEEN 1 AND 500)
);
CREATE UNIQUE INDEX school_pictures_id ON school_pictures (id);
CREATE UNIQUE INDEX school_pictures_once ON school_pictures (school_id, album_id, file_id);
CREATE INDEX school_pictures_by_album ON school_pictures (school_id, album_id, created_at, id);
CREATE INDEX school_pictures_by_file ON school_pictures (school_id, file_id);
CREATE INDEX school_pictures_by_removal ON school_pictures (removed_at) WHERE removed_at IS NOT NULL;
ALTER TABLE school_pictures ADD CONSTRAINT school_pictures_school FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
ALTER TABLE school_pictures ADD CONSTRAINT school_pictures_album
  FOREIGN KEY (school_id, album_id) REFERENCES school_albums (school_id, id) ON DELETE CASCADE;
ALTER TABLE school_pictures ADD CONSTRAINT school_pictures_file
  FOREIGN KEY (school_id, file_id) REFERENCES files (home_id, id) ON DELETE CASCADE;
ALTER TABLE school_pictures ADD CONSTRAINT school_pictures_author
  FOREIGN KEY (school_id, author_id) REFERENCES school_people (school_id, id) ON DELETE CASCADE;
SELECT guard_table('school_pictures', 'CONTENT', fixed => '{grades,class_ids,album_id,file_id}');
