-- student Student
SELECT members_0.family_id, members_0.name
  FROM members members_0
  WHERE members_0.family_id = $1 AND members_0.role = 'STUDENT' AND members_0.id = $2;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8004-000000000003

-- course Course
SELECT courses_1.family_id, courses_1.name, courses_1.description, courses_1.id
  FROM courses courses_1
  WHERE courses_1.family_id = $1 AND courses_1.id = $2;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8006-000000000001

-- course.assignments Assignment
SELECT assignments_2.family_id, assignments_2.course_id, assignments_2.title, assignments_2.student_id
  FROM (SELECT courses_1.id AS key
    FROM courses courses_1
    WHERE courses_1.family_id = $1 AND courses_1.id = $2) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_2
    WHERE assignments_2.family_id = $1 AND assignments_2.course_id = parents_2.key
    ORDER BY assignments_2.due_date, assignments_2.id
    LIMIT $3 OFFSET $4) assignments_2
  ORDER BY assignments_2.due_date, assignments_2.id;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8006-000000000001, $3 = 2, $4 = 0

-- course.assignments.student, assignment.student Student
SELECT members_3.family_id, members_3.id, members_3.name
  FROM members members_3
  WHERE members_3.family_id = $1 AND members_3.role = 'STUDENT';
-- $1 = the viewer's family

-- assignment Assignment
SELECT assignments_4.family_id, assignments_4.title, assignments_4.instructions, assignments_4.course_id, assignments_4.student_id
  FROM assignments assignments_4
  WHERE assignments_4.family_id = $1 AND assignments_4.id = $2;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8007-000000000001

-- assignment.course Course
SELECT courses_5.family_id, courses_5.id, courses_5.name
  FROM courses courses_5
  WHERE courses_5.family_id = $1;
-- $1 = the viewer's family
