-- The lists of a school, or of a class, in the order in which staff read them: a page of a long list is read from an index, and the rows
-- after it are not looked at. Without them the first hundred open dismissals of a school are found by sorting all of them.
CREATE INDEX dismissals_waiting_of_school ON dismissals (staff_school_id, requested_at, id)
  WHERE staff_school_id IS NOT NULL AND state IN ('REQUESTED', 'READY');
DROP INDEX dismissals_open_of_school;
CREATE INDEX enrolments_by_name_of_school ON enrolments (staff_school_id, student_name, id) WHERE staff_school_id IS NOT NULL;
