-- The pictures of students and of the persons who may collect them: files of the family.
--
-- follow_picture() keeps `files.unused_since` with them.
ALTER TABLE members ADD COLUMN picture_id uuid;
ALTER TABLE members ADD CONSTRAINT members_picture
  FOREIGN KEY (family_id, picture_id) REFERENCES files (home_id, id) ON DELETE SET NULL (picture_id);
CREATE INDEX members_by_picture ON members (family_id, picture_id) WHERE picture_id IS NOT NULL;
ALTER TABLE collectors ADD COLUMN picture_id uuid;
ALTER TABLE collectors ADD CONSTRAINT collectors_picture
  FOREIGN KEY (family_id, picture_id) REFERENCES files (home_id, id) ON DELETE SET NULL (picture_id);
CREATE INDEX collectors_by_picture ON collectors (family_id, picture_id) WHERE picture_id IS NOT NULL;
GRANT INSERT (picture_id) ON members TO hatched_app;
SELECT track_usage('members'), track_usage('collectors');

-- A parent whom the school has barred changes no picture of a collector, either.
DROP TRIGGER guarded ON collectors;
CREATE TRIGGER guarded BEFORE UPDATE OF name, telephone, from_day, until_day, picture_id OR DELETE ON collectors
  FOR EACH ROW EXECUTE FUNCTION refuse_new_guardian();
