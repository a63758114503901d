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
-- $1 = the viewer's family, $2 = 1, $3 = 0

-- family.students.assignments Assignment
SELECT assignments_2.family_id, assignments_2.student_id, assignments_2.id, assignments_2.title, assignments_2.percentage
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_2
    WHERE assignments_2.family_id = $1 AND assignments_2.student_id = parents_2.key
    ORDER BY assignments_2.due_date, assignments_2.id
    LIMIT $4 OFFSET $5) assignments_2
  ORDER BY assignments_2.due_date, assignments_2.id;
-- $1 = the viewer's family, $2 = 1, $3 = 0, $4 = 2, $5 = 3

-- family.students.none Assignment
SELECT assignments_3.family_id, assignments_3.student_id, assignments_3.title
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_3
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_3
    WHERE assignments_3.family_id = $1 AND assignments_3.student_id = parents_3.key
    ORDER BY assignments_3.due_date, assignments_3.id
    LIMIT $4 OFFSET $5) assignments_3
  ORDER BY assignments_3.due_date, assignments_3.id;
-- $1 = the viewer's family, $2 = 1, $3 = 0, $4 = 0, $5 = 0
