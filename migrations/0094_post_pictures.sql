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
-- A use changes with its post, whose audience alone hears of it.
DROP TRIGGER bump_added ON school_post_pictures;
DROP TRIGGER bump_changed ON school_post_pictures;
DROP TRIGGER bump_removed ON school_post_pictures;
CREATE TRIGGER bump_added AFTER INSERT ON school_post_pictures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION bump_post_pictures();
CREATE TRIGGER bump_changed AFTER UPDATE ON school_post_pictures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION bump_post_pictures();
CREATE TRIGGER bump_removed AFTER DELETE ON school_post_pictures REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION bump_post_pictures();

-- The schools of the people whose picture a file is: others there see it. show_people() keeps them.
ALTER TABLE files ADD COLUMN people_school_ids uuid[] NOT NULL DEFAULT '{}';
UPDATE files SET people_school_ids = shown.schools
FROM (
  SELECT people.picture_id, array_agg(DISTINCT people.school_id) AS schools FROM school_people people
  WHERE people.picture_id IS NOT NULL GROUP BY people.picture_id
) AS shown WHERE shown.picture_id = files.id;
SELECT add_scope_policy('files', 'people_scope', 'people_school_ids', 'hatched.audience_ids', is_for_reading => true);
