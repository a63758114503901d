-- What most answers show is read from indexes, where a family's rows lie side by side. In the tables they lie among those
-- of all families: one page to find for each row. All are built before an old one goes, so that reads wait for a moment
-- alone; changes wait for all of it.

-- What a list of assignments shows. An entry's size is bounded: a title has 2,000 bytes at most, where an index takes 2,700.
-- A query that asks for more, such as instructions, reads the table.
CREATE INDEX assignments_in_lists ON assignments (family_id, student_id, due_date, id)
  INCLUDE (title, due_time, course_id, points_possible, points_awarded, percentage, done_at, version);
-- The same of what waits for a grade. Points awarded and percentage are null in all of it, and are here since lists ask.
CREATE INDEX assignments_waiting ON assignments (family_id, due_date, id)
  INCLUDE (student_id, title, due_time, course_id, points_possible, points_awarded, percentage, done_at, version)
  WHERE points_awarded IS NULL;
CREATE INDEX subjects_by_name ON subjects (family_id, name, id);

DROP INDEX assignments_by_student;
DROP INDEX assignments_ungraded;
ALTER INDEX assignments_in_lists RENAME TO assignments_by_student;
ALTER INDEX assignments_waiting RENAME TO assignments_ungraded;

-- Only rows that a vacuum has seen since they changed are taken from an index without a look at the table.
ALTER TABLE assignments SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
