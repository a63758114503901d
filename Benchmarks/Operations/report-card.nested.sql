-- Nested as the query is: a grouping for each student, whose course and subject are sub-selects for each result.
SELECT json_build_object('family', (
  SELECT json_build_object('students', (
    SELECT coalesce(json_agg(students.object), '[]') FROM (
      SELECT json_build_object(
        'name', student.name,
        'reportCard', (
          SELECT coalesce(json_agg(results.object), '[]') FROM (
            SELECT json_build_object(
              'course', (
                SELECT json_build_object(
                  'name', taught.name,
                  'subject', (
                    SELECT json_build_object('name', subject.name) FROM subjects subject
                    WHERE subject.family_id = taught.family_id AND subject.id = taught.subject_id
                  )
                )
                FROM courses taught
                WHERE taught.family_id = course.family_id AND taught.id = course.id
              ),
              'grade', coalesce(
                (
                  SELECT byhand.grade FROM grade_overrides byhand
                  WHERE byhand.family_id = course.family_id AND byhand.course_id = course.id AND byhand.student_id = student.id
                ),
                CASE
                  WHEN course.is_plain_mean THEN result.plain_mean
                  ELSE general_grade(course.family_id, course.id, course.grading_method, false, student.id)
                END
              ),
              'gradedCount', result.graded_count,
              'assignmentCount', result.assignment_count
            ) AS object
            FROM (
              SELECT work.course_id, round(round(avg(work.percentage), 15), 2) AS plain_mean,
                count(work.percentage) AS graded_count, count(*) AS assignment_count
              FROM assignments work
              WHERE work.family_id = student.family_id AND work.student_id = student.id
              GROUP BY work.course_id
            ) result
            JOIN courses course ON course.family_id = student.family_id AND course.id = result.course_id
            ORDER BY course.name, course.id
            LIMIT 50
          ) results
        )
      ) AS object
      FROM members student
      WHERE student.family_id = family.family_id AND student.role = 'STUDENT'
      ORDER BY student.name, student.id
      LIMIT 50
    ) students
  ))
  FROM families family
  WHERE family.family_id = :family_id::uuid
)) AS answer;
