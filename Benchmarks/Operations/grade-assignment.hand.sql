-- The change, and one statement that reads both rows by a join. A single statement that changes and reads does not see its own change:
-- it would have to take the mean of the changed row and all others, and courses with weights need a function that sees the change.
UPDATE assignments SET points_awarded = 7.5, version = version + 1, updated_at = now()
WHERE family_id = :family_id::uuid AND id = :assignment_id::uuid AND points_possible IS NOT NULL
  AND (points_possible >= 7.5 OR is_extra_credit OR allows_bonus);
SELECT json_build_object('gradeAssignment', (
  SELECT json_build_object(
    'assignment', json_build_object(
      'id', graded.id, 'pointsAwarded', graded.points_awarded, 'percentage', graded.percentage, 'state', 'GRADED'),
    'course', CASE WHEN courses.id IS NOT NULL THEN json_build_object('id', courses.id, 'grade', CASE
      WHEN courses.is_plain_mean THEN (
        SELECT round(round(avg(percentage), 15), 2) FROM assignments WHERE family_id = :family_id::uuid AND course_id = courses.id
      )
      ELSE general_grade(:family_id::uuid, courses.id, courses.grading_method, true, NULL)
    END) END
  )
  FROM assignments graded
  LEFT JOIN courses ON courses.family_id = :family_id::uuid AND courses.id = graded.course_id
  WHERE graded.family_id = :family_id::uuid AND graded.id = :assignment_id::uuid
)) AS answer;
