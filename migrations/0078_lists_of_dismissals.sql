-- The list of a student's dismissals.

CREATE INDEX dismissals_by_student ON dismissals (family_id, student_id, requested_at DESC, id);
