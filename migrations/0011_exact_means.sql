-- A mean of percentages that is a tie stays one. Percentages are kept to 16 decimals, small ones to more, so that the
-- mean of three times 33.3… and 0.02 is a little less than 25.005: rounded to 15 places first, it is that again.
CREATE OR REPLACE VIEW course_results WITH (security_invoker = true) AS
  SELECT assignments.family_id, assignments.student_id, assignments.course_id, courses.name AS course_name,
    round(round(avg(assignments.percentage), 15), 2) AS grade, count(assignments.percentage)::int AS graded_count,
    count(*)::int AS assignment_count
  FROM assignments JOIN courses ON courses.family_id = assignments.family_id AND courses.id = assignments.course_id
  GROUP BY assignments.family_id, assignments.student_id, assignments.course_id, courses.name;
