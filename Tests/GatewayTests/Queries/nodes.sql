-- node Assignment
SELECT assignments_0.family_id, assignments_0.id, assignments_0.title
  FROM assignments assignments_0
  WHERE assignments_0.family_id = $1 AND assignments_0.id = $2;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8007-000000000003

-- nodes Parent
SELECT members_1.family_id, members_1.id, members_1.name
  FROM members members_1
  WHERE members_1.family_id = $1 AND members_1.role = 'PARENT' AND members_1.id = ANY ($2);
-- $1 = the viewer's family, $2 = uuidArray([0198f000-0000-7000-8004-000000000003, 0198f000-0000-7000-8007-000000000003, 0198f000-0000-7000-8004-000000000003])

-- nodes Student
SELECT members_2.family_id, members_2.id, members_2.name
  FROM members members_2
  WHERE members_2.family_id = $1 AND members_2.role = 'STUDENT' AND members_2.id = ANY ($2);
-- $1 = the viewer's family, $2 = uuidArray([0198f000-0000-7000-8004-000000000003, 0198f000-0000-7000-8007-000000000003, 0198f000-0000-7000-8004-000000000003])
