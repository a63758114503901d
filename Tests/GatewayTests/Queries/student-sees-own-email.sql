-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.students Student
SELECT members_1.family_id, members_1.id, members_1.name, coalesce(members_1.id = $1, false), CASE WHEN members_1.id = $1 THEN members_1.email END
  FROM members members_1
  WHERE members_1.family_id = $2 AND members_1.role = 'STUDENT'
  ORDER BY members_1.name, members_1.id
  LIMIT $3 OFFSET $4;
-- $1 = the viewer's member, $2 = the viewer's family, $3 = 50, $4 = 0
