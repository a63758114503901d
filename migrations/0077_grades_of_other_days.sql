-- Courses that were completed, and grades that were given earlier than they are recorded.

-- When a course was completed. It stays when the course is archived, so that a degree goes on counting it.
ALTER TABLE courses ADD COLUMN completed_at timestamptz;
UPDATE courses SET completed_at = updated_at WHERE status = 'COMPLETED';
ALTER TABLE courses ADD CONSTRAINT courses_completed_at CHECK (
  CASE status WHEN 'ACTIVE' THEN completed_at IS NULL WHEN 'COMPLETED' THEN completed_at IS NOT NULL ELSE true END);

CREATE FUNCTION date_completion() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.status = 'ACTIVE' THEN
    NEW.completed_at := NULL;
  ELSIF NEW.status = 'COMPLETED' AND NEW.completed_at IS NULL THEN
    NEW.completed_at := now();
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION date_completion() FROM PUBLIC;
CREATE TRIGGER date_completion_of_new BEFORE INSERT ON courses
  FOR EACH ROW WHEN (NEW.status <> 'ACTIVE' OR NEW.completed_at IS NOT NULL) EXECUTE FUNCTION date_completion();
CREATE TRIGGER date_completion BEFORE UPDATE OF status ON courses
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION date_completion();
CREATE OR REPLACE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, is_plain_mean, completed_at, created_at ON courses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_columns();

-- The day of a grade where it is another one than that of graded_at: a day of the family's calendar.
ALTER TABLE assignments ADD COLUMN graded_on date;
ALTER TABLE assignments ADD CONSTRAINT assignments_graded_on CHECK (graded_on IS NULL OR points_awarded IS NOT NULL);
SELECT track_usage('courses'), track_usage('assignments');
-- A name for the constraint that PostgreSQL named: its message is the client's.
ALTER TABLE assignments RENAME CONSTRAINT assignments_check1 TO assignments_points_possible_of_grade;

-- The day of a grade goes with it.
CREATE OR REPLACE FUNCTION date_grade() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.points_awarded IS NULL THEN
    NEW.graded_at := NULL;
    IF NEW.graded_on IS NOT DISTINCT FROM OLD.graded_on THEN NEW.graded_on := NULL; END IF;
  ELSE
    NEW.graded_at := now();
  END IF;
  RETURN NEW;
END
$$;

-- No constraint knows which day it is. The name of the constraint has the last day that fits.
CREATE FUNCTION check_grade_day() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  today date := (
    SELECT (now() AT TIME ZONE families.time_zone)::date FROM public.families WHERE families.family_id = NEW.family_id);
BEGIN
  IF NEW.graded_on > today THEN
    RAISE EXCEPTION 'a grade of a later day' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'assignments_graded_by_today ' || to_char(today, 'YYYY-MM-DD');
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION check_grade_day() FROM PUBLIC;
CREATE TRIGGER grade_day_of_new BEFORE INSERT ON assignments
  FOR EACH ROW WHEN (NEW.graded_on IS NOT NULL) EXECUTE FUNCTION check_grade_day();
CREATE TRIGGER grade_day BEFORE UPDATE OF graded_on ON assignments
  FOR EACH ROW WHEN (NEW.graded_on IS NOT NULL) EXECUTE FUNCTION check_grade_day();
