-- All results of the family come from one grouping of its assignments, and each course's object is built once. A student's own are
-- then found among these few, which costs less than a grouping for each student.
WITH course AS MATERIALIZED (
  SELECT courses.id, courses.name, courses.is_plain_mean, courses.grading_method,
    json_build_object('name', courses.name, 'subject', json_build_object('name', subjects.name)) AS object
  FROM courses
  JOIN subjects ON subjects.family_id = :family_id::uuid AND subjects.id = courses.subject_id
  WHERE courses.family_id = :family_id::uuid
), result AS MATERIALIZED (
  SELECT taken.student_id, course.name, course.id, json_build_object(
    'course', course.object,
    'grade', coalesce(overrides.grade, CASE
      WHEN course.is_plain_mean THEN taken.plain_mean
      ELSE general_grade(:family_id::uuid, course.id, course.grading_method, false, taken.student_id)
    END),
    'gradedCount', taken.graded_count,
    'assignmentCount', taken.assignment_count) AS object
  FROM (
    SELECT student_id, course_id, round(round(avg(percentage), 15), 2) AS plain_mean, count(percentage) AS graded_count,
      count(*) AS assignment_count
    FROM assignments
    WHERE family_id = :family_id::uuid
    GROUP BY student_id, course_id
  ) taken
  JOIN course ON course.id = taken.course_id
  LEFT JOIN grade_overrides overrides ON overrides.family_id = :family_id::uuid AND overrides.course_id = course.id
    AND overrides.student_id = taken.student_id
)
SELECT json_build_object('family', (
  SELECT json_build_object('students', (
    SELECT coalesce(json_agg(student), '[]') FROM (
      SELECT members.name, (
        SELECT coalesce(json_agg(own.object), '[]') FROM (
          SELECT result.object FROM result WHERE result.student_id = members.id ORDER BY result.name, result.id LIMIT 50
        ) own
      ) AS "reportCard"
      FROM members
      WHERE members.family_id = :family_id::uuid AND members.role = 'STUDENT'
      ORDER BY members.name, members.id
      LIMIT 50
    ) student
  ))
  FROM families
  WHERE families.family_id = :family_id::uuid
)) AS answer;
