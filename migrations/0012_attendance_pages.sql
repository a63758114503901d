-- The latest days of a student come first. That they are once for a day says the constraint, which a statement's order,
-- with the id last, does not know.
CREATE INDEX attendance_records_by_date ON attendance_records (family_id, student_id, date DESC, id);
