-- Grade scales, the choice of one for the family, a student or a course, and grades of courses that are set by hand.

CREATE TABLE grade_scales (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT grade_scales_key PRIMARY KEY (family_id, id),
  CONSTRAINT grade_scales_name CHECK (length(name) BETWEEN 1 AND 200)
);
CREATE INDEX grade_scales_by_name ON grade_scales (family_id, name, id);

-- A change of a scale's steps writes all of them anew.
CREATE TABLE grade_scale_steps (
  family_id        uuid NOT NULL,
  id               uuid NOT NULL,
  grade_scale_id   uuid NOT NULL,
  letter           text COLLATE "und-x-icu" NOT NULL,
  least_percentage numeric NOT NULL,
  grade_points     numeric,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  version          int NOT NULL DEFAULT 1,
  CONSTRAINT grade_scale_steps_key PRIMARY KEY (family_id, id),
  CONSTRAINT grade_scale_steps_letter CHECK (length(letter) BETWEEN 1 AND 10),
  CONSTRAINT grade_scale_steps_least CHECK (
    least_percentage >= 0 AND least_percentage < 1000 AND scale(trim_scale(least_percentage)) <= 2),
  CONSTRAINT grade_scale_steps_points CHECK (
    grade_points >= 0 AND grade_points < 100 AND scale(trim_scale(grade_points)) <= 2),
  CONSTRAINT grade_scale_steps_letters UNIQUE (family_id, grade_scale_id, letter),
  CONSTRAINT grade_scale_steps_bounds UNIQUE (family_id, grade_scale_id, least_percentage)
);

CREATE TABLE grade_scale_choices (
  family_id      uuid NOT NULL,
  id             uuid NOT NULL,
  student_id     uuid,
  student_role   text NOT NULL GENERATED ALWAYS AS ('STUDENT') STORED,
  course_id      uuid,
  grade_scale_id uuid,
  ready_made     text,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  version        int NOT NULL DEFAULT 1,
  CONSTRAINT grade_scale_choices_key PRIMARY KEY (family_id, id),
  CONSTRAINT grade_scale_choices_ready_made CHECK (
    ready_made IN ('PLAIN', 'PLUS_MINUS', 'PLUS_MINUS_ABOVE_FOUR', 'PASS_FAIL')),
  CONSTRAINT grade_scale_choices_one CHECK ((grade_scale_id IS NULL) <> (ready_made IS NULL)),
  CONSTRAINT grade_scale_choices_once UNIQUE NULLS NOT DISTINCT (family_id, course_id, student_id)
);
CREATE INDEX grade_scale_choices_by_student ON grade_scale_choices (family_id, student_id);
CREATE INDEX grade_scale_choices_by_grade_scale ON grade_scale_choices (family_id, grade_scale_id);

CREATE TABLE grade_overrides (
  family_id    uuid NOT NULL,
  id           uuid NOT NULL,
  student_id   uuid NOT NULL,
  student_role text NOT NULL GENERATED ALWAYS AS ('STUDENT') STORED,
  course_id    uuid NOT NULL,
  grade        numeric NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  CONSTRAINT grade_overrides_key PRIMARY KEY (family_id, id),
  CONSTRAINT grade_overrides_grade CHECK (grade >= 0 AND grade < 1000 AND scale(trim_scale(grade)) <= 2),
  CONSTRAINT grade_overrides_once UNIQUE (family_id, course_id, student_id)
);
CREATE INDEX grade_overrides_by_student ON grade_overrides (family_id, student_id);

ALTER TABLE grade_scales ADD CONSTRAINT grade_scales_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE grade_scale_steps ADD CONSTRAINT grade_scale_steps_grade_scale
  FOREIGN KEY (family_id, grade_scale_id) REFERENCES grade_scales (family_id, id) ON DELETE CASCADE;
ALTER TABLE grade_scale_choices ADD CONSTRAINT grade_scale_choices_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE grade_scale_choices ADD CONSTRAINT grade_scale_choices_student
  FOREIGN KEY (family_id, student_id, student_role) REFERENCES members (family_id, id, role) ON DELETE CASCADE;
ALTER TABLE grade_scale_choices ADD CONSTRAINT grade_scale_choices_course
  FOREIGN KEY (family_id, course_id) REFERENCES courses (family_id, id) ON DELETE CASCADE;
ALTER TABLE grade_scale_choices ADD CONSTRAINT grade_scale_choices_grade_scale
  FOREIGN KEY (family_id, grade_scale_id) REFERENCES grade_scales (family_id, id);
ALTER TABLE grade_overrides ADD CONSTRAINT grade_overrides_student
  FOREIGN KEY (family_id, student_id, student_role) REFERENCES members (family_id, id, role) ON DELETE CASCADE;
ALTER TABLE grade_overrides ADD CONSTRAINT grade_overrides_course
  FOREIGN KEY (family_id, course_id) REFERENCES courses (family_id, id) ON DELETE CASCADE;

ALTER TABLE grade_scales ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE grade_scale_steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE grade_scale_choices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE grade_overrides ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON grade_scales TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON grade_scale_steps TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON grade_scale_choices TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON grade_overrides TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON grade_scales, grade_scale_steps, grade_scale_choices, grade_overrides TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at ON grade_scales
  EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, grade_scale_id, created_at ON grade_scale_steps
  EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, student_id, course_id, created_at ON grade_scale_choices
  EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, student_id, course_id, created_at ON grade_overrides
  EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON grade_overrides
  FOR EACH ROW EXECUTE FUNCTION audit_row('GRADE_OVERRIDE', 'student_id', 'course_id', 'grade');
SELECT track_usage('grade_scales'), track_usage('grade_scale_steps'), track_usage('grade_scale_choices'),
  track_usage('grade_overrides');

-- The grade scales that every family has: the only place that has their steps.
CREATE FUNCTION ready_made_grade_steps() RETURNS TABLE (grade_scale text, letter text, least_percentage numeric, grade_points numeric)
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY VALUES
    ('PLAIN', 'A', 90.0, 4.0), ('PLAIN', 'B', 80.0, 3.0), ('PLAIN', 'C', 70.0, 2.0), ('PLAIN', 'D', 60.0, 1.0),
    ('PLAIN', 'F', 0.0, 0.0),
    ('PLUS_MINUS', 'A+', 97.0, 4.0), ('PLUS_MINUS', 'A', 93.0, 4.0), ('PLUS_MINUS', 'A-', 90.0, 3.7),
    ('PLUS_MINUS', 'B+', 87.0, 3.3), ('PLUS_MINUS', 'B', 83.0, 3.0), ('PLUS_MINUS', 'B-', 80.0, 2.7),
    ('PLUS_MINUS', 'C+', 77.0, 2.3), ('PLUS_MINUS', 'C', 73.0, 2.0), ('PLUS_MINUS', 'C-', 70.0, 1.7),
    ('PLUS_MINUS', 'D+', 67.0, 1.3), ('PLUS_MINUS', 'D', 63.0, 1.0), ('PLUS_MINUS', 'D-', 60.0, 0.7),
    ('PLUS_MINUS', 'F', 0.0, 0.0),
    ('PLUS_MINUS_ABOVE_FOUR', 'A+', 97.0, 4.3), ('PLUS_MINUS_ABOVE_FOUR', 'A', 93.0, 4.0),
    ('PLUS_MINUS_ABOVE_FOUR', 'A-', 90.0, 3.7), ('PLUS_MINUS_ABOVE_FOUR', 'B+', 87.0, 3.3),
    ('PLUS_MINUS_ABOVE_FOUR', 'B', 83.0, 3.0), ('PLUS_MINUS_ABOVE_FOUR', 'B-', 80.0, 2.7),
    ('PLUS_MINUS_ABOVE_FOUR', 'C+', 77.0, 2.3), ('PLUS_MINUS_ABOVE_FOUR', 'C', 73.0, 2.0),
    ('PLUS_MINUS_ABOVE_FOUR', 'C-', 70.0, 1.7), ('PLUS_MINUS_ABOVE_FOUR', 'D+', 67.0, 1.3),
    ('PLUS_MINUS_ABOVE_FOUR', 'D', 63.0, 1.0), ('PLUS_MINUS_ABOVE_FOUR', 'D-', 60.0, 0.7),
    ('PLUS_MINUS_ABOVE_FOUR', 'F', 0.0, 0.0),
    ('PASS_FAIL', 'P', 60.0, NULL::numeric), ('PASS_FAIL', 'F', 0.0, NULL);
END
$$;

-- The step of a grade on the grade scale that counts for a course and a student; no letter without a grade. The student is null
-- for a grade over all students.
CREATE FUNCTION grade_step(family uuid, course uuid, student uuid, grade numeric, OUT letter text, OUT points numeric)
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  own uuid;
  made text;
BEGIN
  IF grade IS NULL THEN
    RETURN;
  END IF;
  SELECT choice.grade_scale_id, choice.ready_made INTO own, made FROM grade_scale_choices choice
  WHERE choice.family_id = family AND (choice.course_id = course OR choice.course_id IS NULL)
    AND (choice.student_id = student OR choice.student_id IS NULL)
  ORDER BY choice.course_id IS NULL, choice.student_id IS NULL LIMIT 1;
  IF own IS NOT NULL THEN
    SELECT step.letter, step.grade_points INTO letter, points FROM grade_scale_steps step
    WHERE step.family_id = family AND step.grade_scale_id = own AND step.least_percentage <= grade
    ORDER BY step.least_percentage DESC LIMIT 1;
  ELSE
    SELECT step.letter, step.grade_points INTO letter, points FROM ready_made_grade_steps() step
    WHERE step.grade_scale = coalesce(made, 'PLUS_MINUS') AND step.least_percentage <= grade
    ORDER BY step.least_percentage DESC LIMIT 1;
  END IF;
END
$$;
REVOKE ALL ON FUNCTION ready_made_grade_steps(), grade_step(uuid, uuid, uuid, numeric) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ready_made_grade_steps(), grade_step(uuid, uuid, uuid, numeric) TO hatched_app;
