-- One statement that nests as the query does: each object a json_build_object of its own, each list a
-- json_agg over a correlated sub-select with its own ORDER BY and LIMIT, each to-one field a sub-select for
-- every object that has it. So an assignment's course, with grade and subject, is built once an assignment.
SELECT json_build_object('family', (
  SELECT json_build_object(
    'id', family.family_id,
    'name', family.name,
    'students', (
      SELECT coalesce(json_agg(students.object), '[]') FROM (
        SELECT json_build_object(
          'id', student.id,
          'name', student.name,
          'assignments', (
            SELECT coalesce(json_agg(assignments.object), '[]') FROM (
              SELECT json_build_object(
                'id', assignment.id,
                'title', assignment.title,
                'dueDate', assignment.due_date,
                'pointsPossible', assignment.points_possible,
                'pointsAwarded', assignment.points_awarded,
                'percentage', assignment.percentage,
                'course', (
                  SELECT json_build_object(
                    'id', course.id,
                    'name', course.name,
                    'grade', (
                      SELECT round(round(avg(graded.percentage), 15), 2) FROM assignments graded
                      WHERE graded.family_id = course.family_id AND graded.course_id = course.id
                    ),
                    'subject', (
                      SELECT json_build_object('name', subject.name) FROM subjects subject
                      WHERE subject.family_id = course.family_id AND subject.id = course.subject_id
                    )
                  )
                  FROM courses course
                  WHERE course.family_id = assignment.family_id AND course.id = assignment.course_id
                )
              ) AS object
              FROM assignments assignment
              WHERE assignment.family_id = student.family_id AND assignment.student_id = student.id
              ORDER BY assignment.due_date, assignment.id
              LIMIT 20
            ) assignments
          )
        ) AS object
        FROM members student
        WHERE student.family_id = family.family_id AND student.role = 'STUDENT'
        ORDER BY student.name, student.id
        LIMIT 50
      ) students
    )
  )
  FROM families family
  WHERE family.family_id = :family_id::uuid
)) AS answer;
