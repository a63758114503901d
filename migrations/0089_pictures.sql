-- The pictures of accounts, of students, and of the persons who may collect them: files of the account or the family.
--
-- follow_picture() keeps `files.unused_since` with them. The staff of a school see the pictures of enrolments and collectors: `picture_id`
-- of an enrolment is a copy, and show_pictures() copies to a file the schools and the classes of all that it is the picture of.
ALTER TABLE members ADD COLUMN picture_id uuid;
ALTER TABLE members ADD CONSTRAINT members_picture FOREIGN KEY (family_id, picture_id) REFERENCES files (home_id, id);
CREATE INDEX members_by_picture ON members (family_id, picture_id) WHERE picture_id IS NOT NULL;
ALTER TABLE collectors ADD COLUMN picture_id uuid;
ALTER TABLE collectors ADD CONSTRAINT collectors_picture FOREIGN KEY (family_id, picture_id) REFERENCES files (home_id, id);
CREATE INDEX collectors_by_picture ON collectors (family_id, picture_id) WHERE picture_id IS NOT NULL;
GRANT INSERT ON members TO hatched_app;
SELECT track_usage('members'), track_usage('collectors');

ALTER TABLE accounts ADD COLUMN picture_id uuid;
ALTER TABLE accounts ADD CONSTRAINT accounts_picture FOREIGN KEY (picture_id) REFERENCES files (id);
CREATE INDEX accounts_by_picture ON accounts (picture_id) WHERE picture_id IS NOT NULL;
-- Columns that were guarded by privileges on the others.
REVOKE UPDATE ON accounts FROM hatched_app;
GRANT UPDATE ON accounts TO hatched_app;
CREATE OR REPLACE TRIGGER fixed_columns BEFORE UPDATE OF id, disabled_at, created_at ON accounts EXECUTE FUNCTION refuse_fixed_columns();

ALTER TABLE enrolments ADD COLUMN picture_id uuid;
CREATE INDEX enrolments_by_picture ON enrolments (family_id, picture_id) WHERE picture_id IS NOT NULL;
SELECT track_usage('enrolments');

ALTER TABLE files ADD COLUMN staff_school_ids uuid[] NOT NULL DEFAULT '{}', ADD COLUMN class_ids uuid[] NOT NULL DEFAULT '{}';
SELECT add_scope_policy('files', 'school_staff', 'staff_school_ids', 'hatched.staff_school_ids', is_for_reading => true),
  add_scope_policy('files', 'class_staff', 'class_ids', 'hatched.staff_class_ids', is_for_reading => true);
-- The answers of families and accounts are the same whichever staff see a file: see bump_files().
DROP TRIGGER bump_changed ON files;
CREATE TRIGGER bump_changed AFTER UPDATE ON files REFERENCING NEW TABLE AS changed OLD TABLE AS former
  FOR EACH STATEMENT EXECUTE FUNCTION bump_files();

-- An address is of a row through which a file is read.
DROP FUNCTION IF EXISTS file_of_address(uuid, uuid, uuid, boolean);

-- The first attempt to store the bytes of an upload writes them under the upload's id; each later one, by another server or after a crash,
-- under an id of its own: no attempt replaces what another has written.
ALTER TABLE uploads ADD COLUMN is_claimed boolean NOT NULL DEFAULT false;
ALTER TABLE files ADD COLUMN stored_id uuid;
DROP FUNCTION IF EXISTS store_file(uuid, uuid, text, text, text, integer, bytea, integer, integer, integer);
DROP FUNCTION IF EXISTS refuse_upload(uuid, uuid, text), withdraw_upload(uuid, uuid);

-- A parent whom the school has barred changes no picture of a collector, either.
DROP TRIGGER guarded ON collectors;
CREATE TRIGGER guarded BEFORE UPDATE OF name, telephone, from_day, until_day, picture_id OR DELETE ON collectors
  FOR EACH ROW EXECUTE FUNCTION refuse_new_guardian();
