-- Nested as the query is: the groups of a course, with their means and shares, are sub-selects for each result that has the course.
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
                  'weightGroups', (
                    SELECT coalesce(json_agg(groups.object), '[]') FROM (
                      SELECT json_build_object(
                        'name', weighed.name,
                        'weight', weighed.weight,
                        'mean', (
                          SELECT round(round(
                            CASE WHEN taught.grading_method = 'TOTAL_POINTS'
                              THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit)
                                / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit)
                              ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible)
                                FILTER (WHERE NOT graded.is_extra_credit)
                            END
                            + coalesce(
                              sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit), 0
                            ) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit), 15), 2)
                          FROM assignments graded
                          WHERE graded.family_id = weighed.family_id AND graded.weight_group_id = weighed.id AND graded.is_counted
                            AND graded.points_awarded IS NOT NULL
                        ),
                        'share', CASE WHEN EXISTS (
                          SELECT 1 FROM assignments graded
                          WHERE graded.family_id = weighed.family_id AND graded.weight_group_id = weighed.id AND graded.is_counted
                            AND NOT graded.is_extra_credit AND graded.points_awarded IS NOT NULL
                        ) THEN round(weighed.weight / (
                          SELECT sum(others.weight) FROM weight_groups others
                          WHERE others.family_id = weighed.family_id AND others.course_id = weighed.course_id AND EXISTS (
                            SELECT 1 FROM assignments graded
                            WHERE graded.family_id = others.family_id AND graded.weight_group_id = others.id AND graded.is_counted
                              AND NOT graded.is_extra_credit AND graded.points_awarded IS NOT NULL
                          )
                        ), 4) END
                      ) AS object
                      FROM weight_groups weighed
                      WHERE weighed.family_id = taught.family_id AND weighed.course_id = taught.id
                      ORDER BY weighed.name, weighed.id
                      LIMIT 20
                    ) groups
                  )
                )
                FROM courses taught
                WHERE taught.family_id = given.family_id AND taught.id = given.id
              ),
              'grade', given.grade,
              'letter', (SELECT step.letter FROM grade_step(given.family_id, given.id, student.id, given.grade) step)
            ) AS object
            FROM (
              SELECT course.family_id, course.id, course.name, coalesce(
                (
                  SELECT byhand.grade FROM grade_overrides byhand
                  WHERE byhand.family_id = course.family_id AND byhand.course_id = course.id AND byhand.student_id = student.id
                ),
                CASE
                  WHEN course.is_plain_mean THEN result.plain_mean
                  ELSE general_grade(course.family_id, course.id, course.grading_method, false, student.id)
                END
              ) AS grade
              FROM (
                SELECT work.course_id, round(round(avg(work.percentage), 15), 2) AS plain_mean FROM assignments work
                WHERE work.family_id = student.family_id AND work.student_id = student.id
                GROUP BY work.course_id
              ) result
              JOIN courses course ON course.family_id = student.family_id AND course.id = result.course_id
            ) given
            ORDER BY given.name, given.id
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
