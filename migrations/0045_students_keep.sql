-- Records that students keep themselves: the setting of the family, and the student who keeps a subject or a course.

ALTER TABLE families ADD COLUMN students_keep text NOT NULL DEFAULT 'NOTES_AND_TIME';
ALTER TABLE families ADD CONSTRAINT families_students_keep CHECK (students_keep IN ('NOTES_AND_TIME', 'COURSES_AND_GRADES'));
-- Columns that were guarded by privileges on the others.
REVOKE INSERT, UPDATE ON families FROM hatched_app;
GRANT INSERT, UPDATE ON families TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, created_at ON families EXECUTE FUNCTION refuse_fixed_columns();
REVOKE UPDATE ON subjects FROM hatched_app;
GRANT UPDATE ON subjects TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at ON subjects EXECUTE FUNCTION refuse_fixed_columns();

-- Null where parents alone keep the row.
ALTER TABLE subjects
  ADD COLUMN keeper_id   uuid,
  ADD COLUMN keeper_role text NOT NULL GENERATED ALWAYS AS ('STUDENT') STORED;
ALTER TABLE courses
  ADD COLUMN keeper_id   uuid,
  ADD COLUMN keeper_role text NOT NULL GENERATED ALWAYS AS ('STUDENT') STORED;
-- A student who goes is taken off its subjects and courses first.
ALTER TABLE subjects ADD CONSTRAINT subjects_keeper
  FOREIGN KEY (family_id, keeper_id, keeper_role) REFERENCES members (family_id, id, role);
ALTER TABLE courses ADD CONSTRAINT courses_keeper
  FOREIGN KEY (family_id, keeper_id, keeper_role) REFERENCES members (family_id, id, role);
SELECT track_usage('subjects'), track_usage('courses');

-- As in 0034_families_deleted_whole.sql, and for the only member of a family, who may be a student. Deletes the family in
-- scope with all its rows, when the account in scope is a parent of it or its only member; else nothing.
CREATE OR REPLACE FUNCTION delete_family() RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  scope uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  doomed uuid;
  parts text;
BEGIN
  SELECT own.family_id INTO doomed FROM public.members own
  WHERE own.family_id = scope AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
    AND (own.role = 'PARENT' OR (SELECT count(*) FROM public.members WHERE members.family_id = scope) = 1);
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- no_courses AS (DELETE FROM public.courses AS t WHERE t.family_id = $1), …
  SELECT string_agg(
    format('%I AS (DELETE FROM public.%I AS t WHERE t.family_id = $1)', 'no_' || relname, relname), ', ' ORDER BY relname)
  INTO parts
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'family_id' AND NOT attisdropped
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'families';
  RETURN QUERY EXECUTE
    format('WITH %s DELETE FROM public.families AS t WHERE t.family_id = $1 RETURNING t.family_id', parts) USING doomed;
END
$$;
