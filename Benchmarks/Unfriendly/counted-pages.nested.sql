-- Nested as the query is: for each student a sub-select for the count, one for the page and one for whether there are more.
SELECT json_build_object('family', (
  SELECT json_build_object('students', (
    SELECT coalesce(json_agg(students.object), '[]') FROM (
      SELECT json_build_object(
        'name', student.name,
        'assignmentsConnection', json_build_object(
          'totalCount', (
            SELECT count(*) FROM assignments listed
            WHERE listed.family_id = student.family_id AND listed.student_id = student.id AND listed.points_possible >= 10
          ),
          'nodes', (
            SELECT coalesce(json_agg(nodes.object), '[]') FROM (
              SELECT json_build_object(
                'id', assignment.id,
                'title', assignment.title,
                'dueDate', assignment.due_date,
                'course', (
                  SELECT json_build_object('name', course.name) FROM courses course
                  WHERE course.family_id = assignment.family_id AND course.id = assignment.course_id
                )
              ) AS object
              FROM assignments assignment
              WHERE assignment.family_id = student.family_id AND assignment.student_id = student.id AND assignment.points_possible >= 10
              ORDER BY assignment.due_date, assignment.id
              LIMIT 5
            ) nodes
          ),
          'pageInfo', json_build_object(
            'hasNextPage', EXISTS (
              SELECT 1 FROM assignments listed
              WHERE listed.family_id = student.family_id AND listed.student_id = student.id AND listed.points_possible >= 10
              OFFSET 5
            ),
            'hasPreviousPage', false
          )
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
