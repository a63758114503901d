-- The pictures of posts: files of the school. use_post_pictures() writes them, and follow_school_files() keeps `files.unused_since`.
CREATE TABLE school_post_pictures (
  school_id  uuid NOT NULL,
  id         uuid NOT NULL,
  file_id    uuid NOT NULL,
  post_id    uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT school_post_pictures_key PRIMARY KEY (school_id, id)
);
CREATE UNIQUE INDEX school_post_pictures_id ON school_post_pictures (id);
CREATE UNIQUE INDEX school_post_pictures_once ON school_post_pictures (school_id, post_id, file_id);
CREATE INDEX school_post_pictures_by_file ON school_post_pictures (school_id, file_id);
ALTER TABLE school_post_pictures ADD CONSTRAINT school_post_pictures_file
  FOREIGN KEY (school_id, file_id) REFERENCES files (home_id, id) ON DELETE CASCADE;
ALTER TABLE school_post_pictures ADD CONSTRAINT school_post_pictures_post
  FOREIGN KEY (school_id, post_id) REFERENCES school_posts (school_id, id) ON DELETE CASCADE;
SELECT guard_table('school_post_pictures', 'COMMUNITY', privileges => 'SELECT');
