-- Text that people read sorts as people expect, whatever collation the database was created with: ada, Ångström, Émile,
-- Zed. "und-x-icu" is the root collation of Unicode (CLDR), which favours no language. It is deterministic: equality and
-- unique constraints still compare bytes.
--
-- Codes, tokens, enum values and addresses keep the collation of the database. A test reads the catalog: each text column
-- is on one side or the other.
--
-- No table is rewritten. The indexes that contain these columns are rebuilt, while nothing else reads or writes the table.

DO $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM pg_collation WHERE collname = 'und-x-icu' AND collnamespace = 'pg_catalog'::regnamespace
      AND collencoding IN (-1, (SELECT encoding FROM pg_database WHERE datname = current_database()))
  ) THEN
    RAISE EXCEPTION 'the collation "und-x-icu" is missing'
      USING HINT = 'PostgreSQL must be built with ICU (configure --with-icu, as the packages of distributions are) and the '
        'database must be encoded in UTF8. If ICU was added later, a superuser runs: '
        'SELECT pg_import_system_collations(''pg_catalog'');';
  END IF;
END $$;

-- A view keeps its columns from being altered.
DROP VIEW course_results;

ALTER TABLE accounts
  ALTER COLUMN name  TYPE text COLLATE "und-x-icu",
  ALTER COLUMN email TYPE text COLLATE "und-x-icu";
ALTER TABLE families
  ALTER COLUMN name TYPE text COLLATE "und-x-icu";
ALTER TABLE members
  ALTER COLUMN name  TYPE text COLLATE "und-x-icu",
  ALTER COLUMN email TYPE text COLLATE "und-x-icu";
ALTER TABLE subjects
  ALTER COLUMN name        TYPE text COLLATE "und-x-icu",
  ALTER COLUMN description TYPE text COLLATE "und-x-icu";
ALTER TABLE courses
  ALTER COLUMN name        TYPE text COLLATE "und-x-icu",
  ALTER COLUMN description TYPE text COLLATE "und-x-icu";
ALTER TABLE assignments
  ALTER COLUMN title        TYPE text COLLATE "und-x-icu",
  ALTER COLUMN instructions TYPE text COLLATE "und-x-icu";
ALTER TABLE questions
  ALTER COLUMN prompt TYPE text COLLATE "und-x-icu";
ALTER TABLE planner_tasks
  ALTER COLUMN title TYPE text COLLATE "und-x-icu",
  ALTER COLUMN notes TYPE text COLLATE "und-x-icu";
ALTER TABLE portfolio_items
  ALTER COLUMN title TYPE text COLLATE "und-x-icu",
  ALTER COLUMN note  TYPE text COLLATE "und-x-icu";
ALTER TABLE resources
  ALTER COLUMN title TYPE text COLLATE "und-x-icu",
  ALTER COLUMN note  TYPE text COLLATE "und-x-icu";
ALTER TABLE attendance_records
  ALTER COLUMN note TYPE text COLLATE "und-x-icu";
ALTER TABLE quotes
  ALTER COLUMN text   TYPE text COLLATE "und-x-icu",
  ALTER COLUMN author TYPE text COLLATE "und-x-icu";
ALTER TABLE notifications
  ALTER COLUMN title TYPE text COLLATE "und-x-icu",
  ALTER COLUMN body  TYPE text COLLATE "und-x-icu";
ALTER TABLE join_requests
  ALTER COLUMN name  TYPE text COLLATE "und-x-icu",
  ALTER COLUMN email TYPE text COLLATE "und-x-icu";
ALTER TABLE audit_entries
  ALTER COLUMN actor_name           TYPE text COLLATE "und-x-icu",
  ALTER COLUMN member_name          TYPE text COLLATE "und-x-icu",
  ALTER COLUMN assignment_title     TYPE text COLLATE "und-x-icu",
  ALTER COLUMN course_name          TYPE text COLLATE "und-x-icu",
  ALTER COLUMN previous_course_name TYPE text COLLATE "und-x-icu";

-- As in 0021_results_before_names.sql.
CREATE VIEW course_results WITH (security_invoker = true) AS
  SELECT results.family_id, results.student_id, results.course_id, courses.name AS course_name, results.grade,
    results.graded_count, results.assignment_count
  FROM (
    SELECT family_id, student_id, course_id, round(round(avg(percentage), 15), 2) AS grade,
      count(percentage)::int AS graded_count, count(*)::int AS assignment_count
    FROM assignments GROUP BY family_id, student_id, course_id
  ) results
  JOIN courses ON courses.family_id = results.family_id AND courses.id = results.course_id;
GRANT SELECT ON course_results TO hatched_app;
