-- The attendance that a school records, and the absences that parents report to it.

-- The attendance of a student on a day. `recorded_state` is what staff recorded; `state` is what it counts as, which an absence report
-- that staff excused changes from ABSENT to EXCUSED.
CREATE TABLE school_attendance (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  enrolment_id    uuid NOT NULL,
  staff_school_id uuid,
  class_id        uuid,
  date            date NOT NULL,
  recorded_state  text NOT NULL,
  state           text NOT NULL,
  note            text COLLATE "und-x-icu",
  recorded_by     text COLLATE "und-x-icu" NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT school_attendance_key PRIMARY KEY (family_id, id),
  CONSTRAINT school_attendance_recorded CHECK (recorded_state IN ('PRESENT', 'ABSENT', 'TARDY', 'LEFT_EARLY', 'EXCUSED')),
  CONSTRAINT school_attendance_state CHECK (state IN ('PRESENT', 'ABSENT', 'TARDY', 'LEFT_EARLY', 'EXCUSED')),
  CONSTRAINT school_attendance_excuse CHECK (state = recorded_state OR (recorded_state = 'ABSENT' AND state = 'EXCUSED')),
  CONSTRAINT school_attendance_note CHECK (length(note) BETWEEN 1 AND 500),
  CONSTRAINT school_attendance_author CHECK (length(recorded_by) BETWEEN 1 AND 200)
);
CREATE UNIQUE INDEX school_attendance_once ON school_attendance (family_id, enrolment_id, date);
-- The days and weeks of a class and of a school.
CREATE INDEX school_attendance_days_of_class ON school_attendance (class_id, date DESC, id) WHERE class_id IS NOT NULL;
CREATE INDEX school_attendance_days_of_school ON school_attendance (staff_school_id, date DESC, id) WHERE staff_school_id IS NOT NULL;
-- For records that are forgotten: rows come in the order of their time.
CREATE INDEX school_attendance_by_age ON school_attendance USING brin (created_at);

-- An absence that a parent reported.
CREATE TABLE absence_reports (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  enrolment_id    uuid NOT NULL,
  staff_school_id uuid,
  class_id        uuid,
  first_day       date NOT NULL,
  last_day        date NOT NULL,
  reason          text NOT NULL,
  note            text COLLATE "und-x-icu",
  state           text NOT NULL,
  decided_by      text COLLATE "und-x-icu",
  decision_note   text COLLATE "und-x-icu",
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT absence_reports_key PRIMARY KEY (family_id, id),
  CONSTRAINT absence_reports_days CHECK (last_day >= first_day),
  CONSTRAINT absence_reports_length CHECK (last_day - first_day < 60),
  CONSTRAINT absence_reports_reason CHECK (reason IN ('ILLNESS', 'APPOINTMENT', 'FAMILY', 'OTHER')),
  CONSTRAINT absence_reports_state CHECK (state IN ('SUBMITTED', 'EXCUSED', 'UNEXCUSED', 'WITHDRAWN')),
  CONSTRAINT absence_reports_decision CHECK ((decided_by IS NOT NULL) = (state IN ('EXCUSED', 'UNEXCUSED'))),
  CONSTRAINT absence_reports_note CHECK (length(note) <= 1000),
  CONSTRAINT absence_reports_decision_note CHECK (length(decision_note) BETWEEN 1 AND 1000),
  CONSTRAINT absence_reports_author CHECK (length(decided_by) BETWEEN 1 AND 200)
);
CREATE INDEX absence_reports_by_enrolment ON absence_reports (family_id, enrolment_id, first_day DESC, id);
CREATE INDEX absence_reports_days_of_class ON absence_reports (class_id, first_day DESC, id) WHERE class_id IS NOT NULL;
CREATE INDEX absence_reports_days_of_school ON absence_reports (staff_school_id, first_day DESC, id) WHERE staff_school_id IS NOT NULL;
CREATE INDEX absence_reports_by_age ON absence_reports USING brin (created_at);

SELECT guard_table('school_attendance', 'ENROLMENT', privileges => 'SELECT, INSERT, UPDATE', fixed => '{date}', written_by_staff => true);
SELECT guard_table('absence_reports', 'ENROLMENT', privileges => 'SELECT, INSERT, UPDATE', written_by_staff => true);

-- Parents are notified of decisions.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (
  kind IN ('HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'NEW_PARENT', 'ABSENCE'));
ALTER TABLE members DROP CONSTRAINT members_push_muted_kinds;
ALTER TABLE members ADD CONSTRAINT members_push_muted_kinds CHECK (
  cardinality(push_muted_kinds) <= 7
  AND push_muted_kinds <@ ARRAY['HELP_REQUEST', 'JOIN_REQUEST', 'OVERDUE', 'MESSAGE', 'PICKUP', 'SCHOOL_MESSAGE', 'ABSENCE']);
