-- A line of a report card: a student in a course, by the assignments that the student has of it. Read with the
-- rights, and in the scope, of whoever reads it.
CREATE VIEW course_results WITH (security_invoker = true) AS
  SELECT assignments.family_id, assignments.student_id, assignments.course_id, courses.name AS course_name,
    round(avg(assignments.percentage), 2) AS grade, count(assignments.percentage)::int AS graded_count,
    count(*)::int AS assignment_count
  FROM assignments JOIN courses ON courses.family_id = assignments.family_id AND courses.id = assignments.course_id
  GROUP BY assignments.family_id, assignments.student_id, assignments.course_id, courses.name;

GRANT SELECT ON course_results TO hatched_app;
