-- family Family
SELECT families_0.family_id, false, EXISTS (SELECT 1
    FROM assignments assignments_listed
    WHERE assignments_listed.family_id = $1 AND assignments_listed.family_id = families_0.family_id AND CASE WHEN assignments_listed.points_awarded IS NOT NULL THEN 'GRADED' WHEN assignments_listed.done_at IS NOT NULL THEN 'DONE' WHEN coalesce(assignments_listed.points_awarded IS NULL AND (assignments_listed.due_date + coalesce(assignments_listed.due_time, time '23:59:59.999999')) AT TIME ZONE (SELECT home.time_zone
        FROM families home
        WHERE home.family_id = $1) < now() AND (assignments_listed.course_id IS NULL OR assignments_listed.course_id NOT IN (SELECT ended.id
          FROM courses ended
          WHERE ended.family_id = $1 AND NOT ended.status = 'ACTIVE')), false) THEN 'OVERDUE' ELSE 'OPEN' END = $2 OFFSET $3)
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family, $2 = 'GRADED', $3 = 3

-- family.students Student
SELECT members_1.family_id, members_1.name, members_1.id, (SELECT count(*)::int4
    FROM assignments assignments_listed
    WHERE assignments_listed.family_id = $1 AND assignments_listed.student_id = members_1.id), EXISTS (SELECT 1
    FROM assignments assignments_listed
    WHERE assignments_listed.family_id = $1 AND assignments_listed.student_id = members_1.id OFFSET $2), false
  FROM members members_1
  WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
  ORDER BY members_1.name, members_1.id
  LIMIT $3 OFFSET $4;
-- $1 = the viewer's family, $2 = 2, $3 = 2, $4 = 0

-- family.students.assignmentsConnection Assignment
SELECT assignments_2.family_id, assignments_2.student_id, assignments_2.due_date, assignments_2.id, assignments_2.title, assignments_2.course_id
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_2
    WHERE assignments_2.family_id = $1 AND assignments_2.student_id = parents_2.key
    ORDER BY assignments_2.due_date, assignments_2.id
    LIMIT $4) assignments_2
  ORDER BY assignments_2.due_date, assignments_2.id;
-- $1 = the viewer's family, $2 = 2, $3 = 0, $4 = 2

-- family.students.assignmentsConnection.edges.node.course Course
SELECT courses_3.family_id, courses_3.id, courses_3.name
  FROM courses courses_3
  WHERE courses_3.family_id = $1;
-- $1 = the viewer's family

-- family.last Assignment
SELECT assignments_4.family_id, assignments_4.title, assignments_4.id
  FROM (SELECT *
    FROM assignments assignments_4
    WHERE assignments_4.family_id = $1 AND CASE WHEN assignments_4.points_awarded IS NOT NULL THEN 'GRADED' WHEN assignments_4.done_at IS NOT NULL THEN 'DONE' WHEN coalesce(assignments_4.points_awarded IS NULL AND (assignments_4.due_date + coalesce(assignments_4.due_time, time '23:59:59.999999')) AT TIME ZONE (SELECT home.time_zone
        FROM families home
        WHERE home.family_id = $1) < now() AND (assignments_4.course_id IS NULL OR assignments_4.course_id NOT IN (SELECT ended.id
          FROM courses ended
          WHERE ended.family_id = $1 AND NOT ended.status = 'ACTIVE')), false) THEN 'OVERDUE' ELSE 'OPEN' END = $2
    ORDER BY assignments_4.title DESC, assignments_4.id DESC
    LIMIT $3) assignments_4
  ORDER BY assignments_4.title, assignments_4.id;
-- $1 = the viewer's family, $2 = 'GRADED', $3 = 3
