-- A student's results are summed up by course before the course's name is looked up: once for each course, and not
-- for each assignment, which then had to be sorted by the name as well.
CREATE OR REPLACE VIEW course_results WITH (security_invoker = true) AS
  SELECT results.family_id, results.student_id, results.course_id, courses.name AS course_name, results.grade,
    results.graded_count, results.assignment_count
  FROM (
    SELECT family_id, student_id, course_id, round(round(avg(percentage), 15), 2) AS grade,
      count(percentage)::int AS graded_count, count(*)::int AS assignment_count
    FROM assignments GROUP BY family_id, student_id, course_id
  ) results
  JOIN courses ON courses.family_id = results.family_id AND courses.id = results.course_id;
