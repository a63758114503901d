-- Conditions on relations as EXISTS, and each to-one field a sub-select for each assignment.
SELECT json_build_object('family', (
  SELECT json_build_object('assignments', (
    SELECT coalesce(json_agg(assignments.object), '[]') FROM (
      SELECT json_build_object(
        'title', assignment.title,
        'percentage', assignment.percentage,
        'student', (
          SELECT json_build_object('name', student.name) FROM members student
          WHERE student.family_id = assignment.family_id AND student.id = assignment.student_id
        ),
        'course', (
          SELECT json_build_object(
            'name', course.name,
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
      WHERE assignment.family_id = family.family_id AND assignment.percentage >= 75
        AND EXISTS (
          SELECT 1 FROM courses course
          WHERE course.family_id = assignment.family_id AND course.id = assignment.course_id AND EXISTS (
            SELECT 1 FROM subjects subject
            WHERE subject.family_id = course.family_id AND subject.id = course.subject_id AND subject.name ILIKE '%a%'
          )
        )
        AND EXISTS (
          SELECT 1 FROM members student
          WHERE student.family_id = assignment.family_id AND student.id = assignment.student_id AND EXISTS (
            SELECT 1 FROM assignments graded
            WHERE graded.family_id = student.family_id AND graded.student_id = student.id AND graded.percentage >= 90
              AND graded.points_awarded IS NOT NULL
          )
        )
      ORDER BY assignment.percentage DESC NULLS LAST, assignment.id
      LIMIT 20
    ) assignments
  ))
  FROM families family
  WHERE family.family_id = :family_id::uuid
)) AS answer;
