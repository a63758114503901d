-- Subjects group courses; an assignment belongs to one student and, optionally, to one course.

CREATE TABLE subjects (
  family_id   uuid NOT NULL,
  id          uuid NOT NULL,
  name        text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description text CHECK (length(description) <= 10000),
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (family_id, id)
);

CREATE TABLE courses (
  family_id   uuid NOT NULL,
  id          uuid NOT NULL,
  subject_id  uuid NOT NULL,
  name        text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description text CHECK (length(description) <= 10000),
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (family_id, id)
);
CREATE INDEX courses_by_subject ON courses (family_id, subject_id, name, id);

CREATE TABLE assignments (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  student_id      uuid NOT NULL,
  -- A parent has no assignments, and a student who has some stays one.
  student_role    text NOT NULL GENERATED ALWAYS AS ('STUDENT') STORED,
  course_id       uuid,
  title           text NOT NULL CHECK (length(title) BETWEEN 1 AND 500),
  instructions    text CHECK (length(instructions) <= 100000),
  -- A day of the family's calendar.
  due_date        date,
  -- The upper bound also keeps NaN and infinity out: both compare as greater.
  points_possible numeric CHECK (points_possible > 0 AND points_possible < 1000000
                                 AND scale(points_possible) <= 4),
  points_awarded  numeric CHECK (points_awarded >= 0 AND points_awarded <= points_possible
                                 AND scale(points_awarded) <= 4),
  -- Null until the assignment is graded. Stored, so that a course grade is a mean over an index.
  percentage      numeric GENERATED ALWAYS AS (points_awarded * 100 / points_possible) STORED,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (family_id, id),
  CHECK (points_awarded IS NULL OR points_possible IS NOT NULL)
);
CREATE INDEX assignments_by_student ON assignments (family_id, student_id, due_date, id);
CREATE INDEX assignments_by_course ON assignments (family_id, course_id, due_date, id)
  INCLUDE (student_id, percentage);

ALTER TABLE subjects ADD CONSTRAINT subjects_family
  FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE courses ADD CONSTRAINT courses_subject
  FOREIGN KEY (family_id, subject_id) REFERENCES subjects (family_id, id);
ALTER TABLE assignments ADD CONSTRAINT assignments_student
  FOREIGN KEY (family_id, student_id, student_role) REFERENCES members (family_id, id, role);
ALTER TABLE assignments ADD CONSTRAINT assignments_course
  FOREIGN KEY (family_id, course_id) REFERENCES courses (family_id, id);

ALTER TABLE subjects    ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE courses     ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE assignments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE POLICY family_scope ON subjects TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON courses TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON assignments TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);

GRANT SELECT ON subjects, courses, assignments TO hatched_app, hatched_worker;
