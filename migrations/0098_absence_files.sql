-- The files of absence reports: files of the family, which the staff who see a report see, too.
--
-- The owners are copies of those of the report: copy_absence_report().
CREATE TABLE absence_files (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  report_id       uuid NOT NULL,
  file_id         uuid NOT NULL,
  enrolment_id    uuid NOT NULL,
  staff_school_id uuid,
  class_id        uuid,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT absence_files_key PRIMARY KEY (family_id, id)
);
CREATE UNIQUE INDEX absence_files_once ON absence_files (family_id, report_id, file_id);
CREATE INDEX absence_files_by_file ON absence_files (family_id, file_id);
CREATE INDEX absence_files_by_enrolment ON absence_files (family_id, enrolment_id);
ALTER TABLE absence_files ADD CONSTRAINT absence_files_report
  FOREIGN KEY (family_id, report_id) REFERENCES absence_reports (family_id, id) ON DELETE CASCADE;
ALTER TABLE absence_files ADD CONSTRAINT absence_files_file FOREIGN KEY (family_id, file_id) REFERENCES files (home_id, id) ON DELETE CASCADE;
SELECT guard_table('absence_files', 'ENROLMENT', privileges => 'SELECT, INSERT, DELETE');
