-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.members FamilyMember
SELECT members_1.family_id, members_1.role, members_1.id, members_1.name
  FROM members members_1
  WHERE members_1.family_id = $1 AND (CASE WHEN members_1.id = $2 THEN members_1.email END IS NULL) = $3
  ORDER BY members_1.name, members_1.id
  LIMIT $4 OFFSET $5;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = bool(false), $4 = 50, $5 = 0

-- family.notKnown FamilyMember
SELECT members_2.family_id, members_2.role, members_2.name
  FROM members members_2
  WHERE members_2.family_id = $1 AND (CASE WHEN members_2.id = $2 THEN members_2.email END ~* $3) IS NOT TRUE
  ORDER BY members_2.name, members_2.id
  LIMIT $4 OFFSET $5;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = '@', $4 = 50, $5 = 0
