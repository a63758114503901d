-- Two statements, as compilers print a mutation: the change, and a query nested as the selection is.
UPDATE assignments SET points_awarded = 7.5, version = version + 1, updated_at = now()
WHERE family_id = :family_id::uuid AND id = :assignment_id::uuid AND points_possible IS NOT NULL
  AND (points_possible >= 7.5 OR is_extra_credit OR allows_bonus);
SELECT json_build_object('gradeAssignment', (
  SELECT json_build_object(
    'assignment', json_build_object(
      'id', assignment.id,
      'pointsAwarded', assignment.points_awarded,
      'percentage', assignment.percentage,
      'state', CASE
        WHEN assignment.points_awarded IS NOT NULL THEN 'GRADED'
        WHEN assignment.done_at IS NOT NULL THEN 'DONE'
        WHEN (assignment.due_date + coalesce(assignment.due_time, time '23:59:59.999999')) AT TIME ZONE (
          SELECT home.time_zone FROM families home WHERE home.family_id = assignment.family_id
        ) < now() AND NOT EXISTS (
          SELECT 1 FROM courses ended
          WHERE ended.family_id = assignment.family_id AND ended.id = assignment.course_id AND ended.status <> 'ACTIVE'
        ) THEN 'OVERDUE'
        ELSE 'OPEN'
      END
    ),
    'course', (
      SELECT json_build_object(
        'id', course.id,
        'grade', CASE
          WHEN course.is_plain_mean THEN (
            SELECT round(round(avg(graded.percentage), 15), 2) FROM assignments graded
            WHERE graded.family_id = course.family_id AND graded.course_id = course.id
          )
          ELSE general_grade(course.family_id, course.id, course.grading_method, true, NULL)
        END
      )
      FROM courses course
      WHERE course.family_id = assignment.family_id AND course.id = assignment.course_id
    )
  )
  FROM assignments assignment
  WHERE assignment.family_id = :family_id::uuid AND assignment.id = :assignment_id::uuid
)) AS answer;
