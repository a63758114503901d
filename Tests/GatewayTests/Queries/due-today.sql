-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.students Student
SELECT members_1.family_id, members_1.id
  FROM members members_1
  WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
  ORDER BY members_1.name, members_1.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 2, $3 = 0

-- family.students.assignmentsDue Assignment
SELECT assignments_2.family_id, assignments_2.student_id, assignments_2.title, coalesce(assignments_2.points_awarded IS NULL AND (assignments_2.due_date + coalesce(assignments_2.due_time, time '23:59:59.999999')) AT TIME ZONE (SELECT home.time_zone
      FROM families home
      WHERE home.family_id = $1) < now() AND (assignments_2.course_id IS NULL OR assignments_2.course_id NOT IN (SELECT ended.id
        FROM courses ended
        WHERE ended.family_id = $1 AND NOT ended.status = 'ACTIVE')), false), CASE WHEN assignments_2.points_awarded IS NOT NULL THEN 'GRADED' WHEN assignments_2.done_at IS NOT NULL THEN 'DONE' WHEN coalesce(assignments_2.points_awarded IS NULL AND (assignments_2.due_date + coalesce(assignments_2.due_time, time '23:59:59.999999')) AT TIME ZONE (SELECT home.time_zone
      FROM families home
      WHERE home.family_id = $1) < now() AND (assignments_2.course_id IS NULL OR assignments_2.course_id NOT IN (SELECT ended.id
        FROM courses ended
        WHERE ended.family_id = $1 AND NOT ended.status = 'ACTIVE')), false) THEN 'OVERDUE' ELSE 'OPEN' END
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_2
    WHERE assignments_2.family_id = $1 AND assignments_2.due_date = (now() AT TIME ZONE (SELECT home.time_zone
        FROM families home
        WHERE home.family_id = $1))::date AND (assignments_2.points_awarded IS NOT NULL OR assignments_2.done_at IS NOT NULL OR (assignments_2.course_id IS NULL OR assignments_2.course_id NOT IN (SELECT ended.id
          FROM courses ended
          WHERE ended.family_id = $1 AND NOT ended.status = 'ACTIVE'))) AND assignments_2.student_id = parents_2.key
    ORDER BY assignments_2.due_time, assignments_2.id
    LIMIT $4 OFFSET $5) assignments_2
  ORDER BY assignments_2.due_time, assignments_2.id;
-- $1 = the viewer's family, $2 = 2, $3 = 0, $4 = 0, $5 = 0

-- family.quotes Quote
SELECT quotes_3.family_id, quotes_3.text, quotes_3.author, quotes_3.version
  FROM quotes quotes_3
  WHERE quotes_3.family_id = $1
  ORDER BY quotes_3.created_at, quotes_3.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 2, $3 = 0
