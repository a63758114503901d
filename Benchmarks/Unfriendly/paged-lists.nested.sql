-- Nested as the query is.
SELECT json_build_object('family', (
  SELECT json_build_object('subjects', (
    SELECT coalesce(json_agg(subjects.object), '[]') FROM (
      SELECT json_build_object(
        'name', subject.name,
        'courses', (
          SELECT coalesce(json_agg(courses.object), '[]') FROM (
            SELECT json_build_object(
              'name', course.name,
              'assignments', (
                SELECT coalesce(json_agg(assignments.object), '[]') FROM (
                  SELECT json_build_object(
                    'title', assignment.title,
                    'dueDate', assignment.due_date,
                    'questions', (
                      SELECT coalesce(json_agg(questions.object), '[]') FROM (
                        SELECT json_build_object('position', question.position, 'prompt', question.prompt) AS object
                        FROM questions question
                        WHERE question.family_id = assignment.family_id AND question.assignment_id = assignment.id
                        ORDER BY question.position, question.created_at, question.id
                        LIMIT 3
                      ) questions
                    )
                  ) AS object
                  FROM assignments assignment
                  WHERE assignment.family_id = course.family_id AND assignment.course_id = course.id
                  ORDER BY assignment.due_date DESC NULLS LAST, assignment.id
                  LIMIT 4
                ) assignments
              )
            ) AS object
            FROM courses course
            WHERE course.family_id = subject.family_id AND course.subject_id = subject.id
            ORDER BY course.name, course.id
            LIMIT 2
          ) courses
        )
      ) AS object
      FROM subjects subject
      WHERE subject.family_id = family.family_id
      ORDER BY subject.name, subject.id
      LIMIT 3
    ) subjects
  ))
  FROM families family
  WHERE family.family_id = :family_id::uuid
)) AS answer;
