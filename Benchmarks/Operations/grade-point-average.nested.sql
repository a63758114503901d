-- Nested as the query is: each field of each student a sub-select of its own.
SELECT json_build_object('family', (
  SELECT json_build_object('students', (
    SELECT coalesce(json_agg(students.object), '[]') FROM (
      SELECT json_build_object(
        'name', student.name,
        'gradePointAverage', (
          SELECT round(round(sum((step.points
            + CASE WHEN step.points > 0 THEN CASE course.level WHEN 'HONORS' THEN 0.5 WHEN 'ADVANCED' THEN 1 ELSE 0 END ELSE 0 END)
            * coalesce(course.credit_hours, 1)) * 1.000000000000000000000000000000 / sum(coalesce(course.credit_hours, 1)), 15), 2)
          FROM (
            SELECT work.course_id, round(round(avg(work.percentage), 15), 2) AS plain_mean FROM assignments work
            WHERE work.family_id = student.family_id AND work.student_id = student.id
            GROUP BY work.course_id
          ) taken
          JOIN courses course ON course.family_id = student.family_id AND course.id = taken.course_id
          CROSS JOIN LATERAL grade_step(student.family_id, course.id, student.id, coalesce(
            (
              SELECT byhand.grade FROM grade_overrides byhand
              WHERE byhand.family_id = student.family_id AND byhand.course_id = course.id AND byhand.student_id = student.id
            ),
            CASE
              WHEN course.is_plain_mean THEN taken.plain_mean
              ELSE general_grade(student.family_id, course.id, course.grading_method, false, student.id)
            END
          )) step
          WHERE course.status <> 'ARCHIVED' AND NOT course.is_excluded_from_grade_point_average
            AND coalesce(course.credit_hours, 1) > 0 AND step.points IS NOT NULL
        ),
        'unweighted', (
          SELECT round(round(sum(step.points
            * coalesce(course.credit_hours, 1)) * 1.000000000000000000000000000000 / sum(coalesce(course.credit_hours, 1)), 15), 2)
          FROM (
            SELECT work.course_id, round(round(avg(work.percentage), 15), 2) AS plain_mean FROM assignments work
            WHERE work.family_id = student.family_id AND work.student_id = student.id
            GROUP BY work.course_id
          ) taken
          JOIN courses course ON course.family_id = student.family_id AND course.id = taken.course_id
          CROSS JOIN LATERAL grade_step(student.family_id, course.id, student.id, coalesce(
            (
              SELECT byhand.grade FROM grade_overrides byhand
              WHERE byhand.family_id = student.family_id AND byhand.course_id = course.id AND byhand.student_id = student.id
            ),
            CASE
              WHEN course.is_plain_mean THEN taken.plain_mean
              ELSE general_grade(student.family_id, course.id, course.grading_method, false, student.id)
            END
          )) step
          WHERE course.status <> 'ARCHIVED' AND NOT course.is_excluded_from_grade_point_average
            AND coalesce(course.credit_hours, 1) > 0 AND step.points IS NOT NULL
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
