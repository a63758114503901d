-- Degrees, their groups of courses, and the courses of a group: taken ones of the family, and planned ones.

CREATE TABLE degrees (
  family_id   uuid NOT NULL,
  id          uuid NOT NULL,
  name        text COLLATE "und-x-icu" NOT NULL,
  description text COLLATE "und-x-icu",
  kind        text COLLATE "und-x-icu",
  status      text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  version     int NOT NULL DEFAULT 1,
  CONSTRAINT degrees_key PRIMARY KEY (family_id, id),
  CONSTRAINT degrees_texts CHECK (length(name) BETWEEN 1 AND 200 AND length(description) <= 10000 AND length(kind) <= 100),
  CONSTRAINT degrees_status CHECK (status IN ('PLANNED', 'IN_PROGRESS', 'COMPLETED'))
);
CREATE INDEX degrees_by_name ON degrees (family_id, name, id);

CREATE TABLE degree_groups (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  degree_id       uuid NOT NULL,
  name            text COLLATE "und-x-icu" NOT NULL,
  description     text COLLATE "und-x-icu",
  kind            text COLLATE "und-x-icu",
  minimum_courses int,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT degree_groups_key PRIMARY KEY (family_id, id),
  CONSTRAINT degree_groups_texts CHECK (
    length(name) BETWEEN 1 AND 200 AND length(description) <= 10000 AND length(kind) <= 100),
  CONSTRAINT degree_groups_minimum_courses CHECK (minimum_courses BETWEEN 0 AND 999)
);
CREATE INDEX degree_groups_by_degree ON degree_groups (family_id, degree_id, created_at, id);

CREATE TABLE degree_courses (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  degree_group_id uuid NOT NULL,
  -- Null for a course that is only planned.
  course_id       uuid,
  -- The plan. It stays once there is the course.
  name            text COLLATE "und-x-icu",
  code            text COLLATE "und-x-icu",
  credit_hours    numeric,
  subject_id      uuid,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT degree_courses_key PRIMARY KEY (family_id, id),
  CONSTRAINT degree_courses_planned CHECK (course_id IS NOT NULL OR name IS NOT NULL),
  CONSTRAINT degree_courses_texts CHECK (length(name) BETWEEN 1 AND 200 AND length(code) <= 50),
  CONSTRAINT degree_courses_credit_hours CHECK (
    credit_hours >= 0 AND credit_hours < 100 AND scale(trim_scale(credit_hours)) <= 1)
);
CREATE INDEX degree_courses_by_degree_group ON degree_courses (family_id, degree_group_id, created_at, id);
CREATE INDEX degree_courses_by_course ON degree_courses (family_id, course_id);
CREATE INDEX degree_courses_by_subject ON degree_courses (family_id, subject_id);

ALTER TABLE degrees ADD CONSTRAINT degrees_family FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE degree_groups ADD CONSTRAINT degree_groups_degree
  FOREIGN KEY (family_id, degree_id) REFERENCES degrees (family_id, id) ON DELETE CASCADE;
ALTER TABLE degree_courses ADD CONSTRAINT degree_courses_degree_group
  FOREIGN KEY (family_id, degree_group_id) REFERENCES degree_groups (family_id, id) ON DELETE CASCADE;
-- Before a course goes, the gateway takes it out of the rows that have a plan.
ALTER TABLE degree_courses ADD CONSTRAINT degree_courses_course
  FOREIGN KEY (family_id, course_id) REFERENCES courses (family_id, id) ON DELETE CASCADE;
ALTER TABLE degree_courses ADD CONSTRAINT degree_courses_subject
  FOREIGN KEY (family_id, subject_id) REFERENCES subjects (family_id, id);

ALTER TABLE degrees ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE degree_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE degree_courses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON degrees TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON degree_groups TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON degree_courses TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON degrees, degree_groups, degree_courses TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at ON degrees EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, degree_id, created_at ON degree_groups
  EXECUTE FUNCTION refuse_fixed_columns();
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, degree_group_id, created_at ON degree_courses
  EXECUTE FUNCTION refuse_fixed_columns();
SELECT track_usage('degrees'), track_usage('degree_groups'), track_usage('degree_courses');
