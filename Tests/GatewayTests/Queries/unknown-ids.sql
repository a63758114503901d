-- unknown Course
SELECT courses_0.family_id, courses_0.name
  FROM courses courses_0
  WHERE courses_0.family_id = $1 AND courses_0.id = $2;
-- $1 = the viewer's family, $2 = 00000000-0000-7000-8000-000000000000

-- noUUID Course
SELECT courses_1.family_id, courses_1.name
  FROM courses courses_1
  WHERE courses_1.family_id = $1 AND courses_1.id = $2;
-- $1 = the viewer's family, $2 = null(uuid)

-- parentIsNoStudent Student
SELECT members_2.family_id, members_2.name
  FROM members members_2
  WHERE members_2.family_id = $1 AND members_2.role = 'STUDENT' AND members_2.id = $2;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8004-000000000001
