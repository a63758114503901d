-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.members FamilyMember
SELECT members_1.family_id, members_1.role, members_1.name, members_1.email, members_1.id, (members_1.account_id IS NOT NULL)
  FROM members members_1
  WHERE members_1.family_id = $1
  ORDER BY members_1.name, members_1.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 3, $3 = 1

-- family.members.assignments Assignment
SELECT assignments_2.family_id, assignments_2.student_id, assignments_2.title
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_2
    WHERE assignments_2.family_id = $1 AND assignments_2.student_id = parents_2.key
    ORDER BY assignments_2.due_date, assignments_2.id
    LIMIT $4 OFFSET $5) assignments_2
  ORDER BY assignments_2.due_date, assignments_2.id;
-- $1 = the viewer's family, $2 = 3, $3 = 1, $4 = 1, $5 = 0
