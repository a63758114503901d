-- Course details, and grades by weight groups, total points, extra credit and work that does not count.

ALTER TABLE courses
  ADD COLUMN code           text COLLATE "und-x-icu",
  ADD COLUMN instructor     text COLLATE "und-x-icu",
  ADD COLUMN credit_hours   numeric,
  ADD COLUMN status         text NOT NULL DEFAULT 'ACTIVE',
  ADD COLUMN icon           text COLLATE "und-x-icu",
  ADD COLUMN color          text COLLATE "und-x-icu",
  ADD COLUMN is_excluded_from_grade_point_average boolean NOT NULL DEFAULT false,
  ADD COLUMN grading_method text NOT NULL DEFAULT 'MEAN_OF_PERCENTAGES',
  ADD COLUMN level          text NOT NULL DEFAULT 'REGULAR',
  ADD COLUMN target_grade   numeric,
  -- Whether the grade is the mean of the percentages of all graded work, which is read from an index. Triggers set it to false
  -- when a course gets a weight group, another method, or work that is extra credit, allows a bonus or is not counted. It
  -- stays false from then on: the general rule gives the same grade where none of these is left.
  ADD COLUMN is_plain_mean  boolean NOT NULL DEFAULT true;
ALTER TABLE courses ADD CONSTRAINT courses_texts CHECK (
  length(code) >= 1 AND length(code) <= 50 AND length(instructor) >= 1 AND length(instructor) <= 200
  AND length(icon) >= 1 AND length(icon) <= 100);
ALTER TABLE courses ADD CONSTRAINT courses_color CHECK (color ~ '^#[0-9A-F]{6}$');
ALTER TABLE courses ADD CONSTRAINT courses_credit_hours CHECK (
  credit_hours >= 0 AND credit_hours < 100 AND scale(trim_scale(credit_hours)) <= 1);
ALTER TABLE courses ADD CONSTRAINT courses_target_grade CHECK (
  target_grade >= 0 AND target_grade < 1000 AND scale(trim_scale(target_grade)) <= 2);
ALTER TABLE courses ADD CONSTRAINT courses_status CHECK (status IN ('ACTIVE', 'COMPLETED', 'ARCHIVED'));
ALTER TABLE courses ADD CONSTRAINT courses_grading_method CHECK (grading_method IN ('MEAN_OF_PERCENTAGES', 'TOTAL_POINTS'));
ALTER TABLE courses ADD CONSTRAINT courses_level CHECK (level IN ('REGULAR', 'HONORS', 'ADVANCED'));

CREATE TABLE weight_groups (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  course_id  uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  weight     numeric NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT weight_groups_key PRIMARY KEY (family_id, id),
  CONSTRAINT weight_groups_name CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT weight_groups_weight CHECK (weight > 0 AND weight < 1000000 AND scale(weight) <= 4),
  -- What the key of assignments refers to: a group of the assignment's own course.
  CONSTRAINT weight_groups_of_course UNIQUE (family_id, course_id, id)
);
ALTER TABLE weight_groups ADD CONSTRAINT weight_groups_course
  FOREIGN KEY (family_id, course_id) REFERENCES courses (family_id, id) ON DELETE CASCADE;

ALTER TABLE weight_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON weight_groups TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON weight_groups TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, course_id, created_at ON weight_groups
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_columns();
SELECT track_usage('weight_groups');

ALTER TABLE assignments
  ADD COLUMN weight_group_id uuid,
  ADD COLUMN is_counted      boolean NOT NULL DEFAULT true,
  ADD COLUMN is_extra_credit boolean NOT NULL DEFAULT false,
  ADD COLUMN allows_bonus    boolean NOT NULL DEFAULT false,
  -- The moment at which the work was first graded: a correction keeps it. Null for what was graded before this migration.
  ADD COLUMN graded_at       timestamptz;
-- The bounds of the points awarded, whose names PostgreSQL chose.
ALTER TABLE assignments DROP CONSTRAINT assignments_check;
ALTER TABLE assignments ADD CONSTRAINT assignments_points_awarded CHECK (
  points_awarded >= 0 AND points_awarded < 1000000 AND scale(points_awarded) <= 4);
ALTER TABLE assignments ADD CONSTRAINT assignments_bonus CHECK (
  points_awarded <= points_possible OR is_extra_credit OR allows_bonus);
ALTER TABLE assignments ADD CONSTRAINT assignments_grouped CHECK (weight_group_id IS NULL OR course_id IS NOT NULL);
ALTER TABLE assignments ADD CONSTRAINT assignments_weight_group
  FOREIGN KEY (family_id, course_id, weight_group_id) REFERENCES weight_groups (family_id, course_id, id);
-- Lists of courses with their grades are read from the index alone.
DROP INDEX courses_by_subject;
CREATE INDEX courses_by_subject ON courses (family_id, subject_id, name, id) INCLUDE (is_plain_mean, grading_method);
CREATE INDEX assignments_by_weight_group ON assignments (family_id, weight_group_id, due_date, id)
  WHERE weight_group_id IS NOT NULL;
SELECT track_usage('assignments');
SELECT track_usage('courses');

-- Columns that were guarded by privileges on the others.
GRANT UPDATE ON courses, assignments TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, is_plain_mean, created_at ON courses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, student_id, created_at ON assignments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_columns();

-- Work that comes to another course leaves its weight group, unless the same change names another group. Work of a course
-- with weight groups has 100 points possible unless they are given.
CREATE FUNCTION fit_assignment_to_course() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.weight_group_id := NULL;
  ELSIF EXISTS (SELECT 1 FROM public.weight_groups AS g WHERE g.family_id = NEW.family_id AND g.course_id = NEW.course_id) THEN
    NEW.points_possible := 100;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER leave_weight_group BEFORE UPDATE OF course_id ON assignments
  FOR EACH ROW WHEN (OLD.weight_group_id = NEW.weight_group_id AND OLD.course_id IS DISTINCT FROM NEW.course_id)
  EXECUTE FUNCTION fit_assignment_to_course();
CREATE TRIGGER default_points BEFORE INSERT ON assignments
  FOR EACH ROW WHEN (NEW.points_possible IS NULL AND NEW.course_id IS NOT NULL)
  EXECUTE FUNCTION fit_assignment_to_course();

-- Keeps is_plain_mean.
CREATE FUNCTION grade_by_general_rule() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.courses SET is_plain_mean = false
  WHERE courses.family_id = NEW.family_id AND courses.id = NEW.course_id AND courses.is_plain_mean;
  RETURN NULL;
END
$$;
CREATE TRIGGER general_grade AFTER INSERT ON weight_groups FOR EACH ROW EXECUTE FUNCTION grade_by_general_rule();
CREATE TRIGGER general_grade_of_new AFTER INSERT ON assignments
  FOR EACH ROW WHEN (NEW.course_id IS NOT NULL AND (NOT NEW.is_counted OR NEW.is_extra_credit OR NEW.allows_bonus))
  EXECUTE FUNCTION grade_by_general_rule();
CREATE TRIGGER general_grade_of_changed AFTER UPDATE OF course_id, is_counted, is_extra_credit, allows_bonus ON assignments
  FOR EACH ROW WHEN (NEW.course_id IS NOT NULL AND (NOT NEW.is_counted OR NEW.is_extra_credit OR NEW.allows_bonus))
  EXECUTE FUNCTION grade_by_general_rule();

CREATE FUNCTION grade_by_method() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.is_plain_mean := false;
  RETURN NEW;
END
$$;
CREATE TRIGGER general_grade BEFORE INSERT OR UPDATE OF grading_method ON courses
  FOR EACH ROW WHEN (NEW.grading_method <> 'MEAN_OF_PERCENTAGES') EXECUTE FUNCTION grade_by_method();

-- The grade of a course by the general rule, which GradeRule.swift defines: of the work of all students, or of one. A function, so
-- that statements over courses that need no more than a mean do not prepare it.
CREATE FUNCTION general_grade(family uuid, course uuid, method text, of_all boolean, student uuid) RETURNS numeric
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN round(round((SELECT sum(term.weight * term.value) / sum(term.weight) FROM (
    SELECT coalesce((SELECT g.weight FROM weight_groups g
      WHERE g.family_id = family AND g.id = graded.weight_group_id), 1) AS weight,
      CASE WHEN method = 'TOTAL_POINTS'
      THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit)
        / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit)
      ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible)
        FILTER (WHERE NOT graded.is_extra_credit) END
      + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit), 0)
        / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) AS value
    FROM assignments graded WHERE graded.family_id = family AND graded.course_id = course
      AND graded.is_counted AND graded.points_awarded IS NOT NULL AND (of_all OR graded.student_id = student)
      AND (graded.weight_group_id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM weight_groups grouped
        WHERE grouped.family_id = family AND grouped.course_id = course))
    GROUP BY graded.weight_group_id) term WHERE term.value IS NOT NULL), 15), 2);
END
$$;

-- The server computes the lines of report cards by the rule for grades.
DROP VIEW course_results;

ALTER TABLE assignments ADD CONSTRAINT assignments_graded_at CHECK (graded_at IS NULL OR points_awarded IS NOT NULL);
CREATE FUNCTION date_grade() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.points_awarded IS NULL THEN
    NEW.graded_at := NULL;
  ELSE
    NEW.graded_at := now();
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER date_grade_of_new BEFORE INSERT ON assignments
  FOR EACH ROW WHEN (NEW.points_awarded IS NOT NULL AND NEW.graded_at IS NULL) EXECUTE FUNCTION date_grade();
CREATE TRIGGER date_grade BEFORE UPDATE OF points_awarded ON assignments
  FOR EACH ROW WHEN ((OLD.points_awarded IS NULL) <> (NEW.points_awarded IS NULL)) EXECUTE FUNCTION date_grade();

-- The audited values are read as JSON objects.
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_values CHECK (
  values_before ~ '^\{.*\}$' AND values_after ~ '^\{.*\}$');

-- Changes of the way in which work counts are changes of grades.
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON weight_groups
  FOR EACH ROW EXECUTE FUNCTION audit_row('WEIGHT_GROUP', 'course_id', 'name', 'weight');

CREATE FUNCTION audit_grading_method() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
BEGIN
  entry.action := 'GRADING_METHOD_CHANGED';
  entry.family_id := NEW.family_id;
  entry.record_id := NEW.id;
  entry.course_name := NEW.name;
  entry.values_before := jsonb_build_object('grading_method', OLD.grading_method);
  entry.values_after := jsonb_build_object('grading_method', NEW.grading_method);
  PERFORM public.add_audit_entry(entry);
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_grading_method AFTER UPDATE OF grading_method ON courses
  FOR EACH ROW WHEN (OLD.grading_method <> NEW.grading_method) EXECUTE FUNCTION audit_grading_method();

CREATE FUNCTION audit_grade_weight() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
BEGIN
  entry.action := 'GRADE_WEIGHT_CHANGED';
  entry.family_id := NEW.family_id;
  entry.assignment_id := NEW.id;
  entry.assignment_title := NEW.title;
  SELECT members.id, members.name, members.role INTO entry.member_id, entry.member_name, entry.member_role
  FROM public.members WHERE members.family_id = NEW.family_id AND members.id = NEW.student_id;
  SELECT courses.name INTO entry.course_name
  FROM public.courses WHERE courses.family_id = NEW.family_id AND courses.id = NEW.course_id;
  entry.record_id := NEW.id;
  entry.values_before := jsonb_build_object(
    'weight_group_id', OLD.weight_group_id, 'is_counted', OLD.is_counted, 'is_extra_credit', OLD.is_extra_credit);
  entry.values_after := jsonb_build_object(
    'weight_group_id', NEW.weight_group_id, 'is_counted', NEW.is_counted, 'is_extra_credit', NEW.is_extra_credit);
  entry.points_awarded := NEW.points_awarded;
  entry.points_possible := NEW.points_possible;
  entry.previous_points_awarded := OLD.points_awarded;
  entry.previous_points_possible := OLD.points_possible;
  PERFORM public.add_audit_entry(entry);
  RETURN NULL;
END
$$;
-- Where the work comes to another course as well, the entry of its move says enough.
CREATE TRIGGER audit_grade_weight AFTER UPDATE OF weight_group_id, is_counted, is_extra_credit ON assignments
  FOR EACH ROW WHEN (NEW.points_awarded IS NOT NULL AND OLD.course_id IS NOT DISTINCT FROM NEW.course_id
    AND (OLD.weight_group_id IS DISTINCT FROM NEW.weight_group_id OR OLD.is_counted <> NEW.is_counted
      OR OLD.is_extra_credit <> NEW.is_extra_credit))
  EXECUTE FUNCTION audit_grade_weight();

REVOKE ALL ON FUNCTION
  fit_assignment_to_course(), grade_by_general_rule(), grade_by_method(), date_grade(), audit_grading_method(),
  audit_grade_weight(), general_grade(uuid, uuid, text, boolean, uuid)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION general_grade(uuid, uuid, text, boolean, uuid) TO hatched_app;
