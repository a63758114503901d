-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.assignmentsToGrade Assignment
SELECT assignments_1.family_id, assignments_1.title, assignments_1.due_date, CASE WHEN assignments_1.points_awarded IS NOT NULL THEN 'GRADED' WHEN assignments_1.done_at IS NOT NULL THEN 'DONE' WHEN coalesce(assignments_1.points_awarded IS NULL AND (assignments_1.due_date + coalesce(assignments_1.due_time, time '23:59:59.999999')) AT TIME ZONE (SELECT home.time_zone
      FROM families home
      WHERE home.family_id = $1) < now() AND (assignments_1.course_id IS NULL OR assignments_1.course_id NOT IN (SELECT ended.id
        FROM courses ended
        WHERE ended.family_id = $1 AND NOT ended.status = 'ACTIVE')), false) THEN 'OVERDUE' ELSE 'OPEN' END, assignments_1.points_awarded, assignments_1.points_possible, assignments_1.percentage, assignments_1.student_id
  FROM assignments assignments_1
  WHERE assignments_1.family_id = $1 AND assignments_1.points_awarded IS NULL AND (assignments_1.course_id IS NULL OR assignments_1.course_id NOT IN (SELECT ended.id
      FROM courses ended
      WHERE ended.family_id = $1 AND NOT ended.status = 'ACTIVE')) AND (assignments_1.done_at IS NOT NULL OR (assignments_1.due_date + coalesce(assignments_1.due_time, time '23:59:59.999999')) AT TIME ZONE (SELECT home.time_zone
      FROM families home
      WHERE home.family_id = $1) < now())
  ORDER BY assignments_1.due_date, assignments_1.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 0, $3 = 0

-- family.assignmentsToGrade.student Student
SELECT members_2.family_id, members_2.id, members_2.name
  FROM members members_2
  WHERE members_2.family_id = $1 AND members_2.role = 'STUDENT';
-- $1 = the viewer's family
