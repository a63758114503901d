-- viewer Viewer
SELECT accounts_0.id, accounts_0.name, accounts_0.email, $1
  FROM accounts accounts_0
  WHERE accounts_0.id = $2;
-- $1 = 'PARENT', $2 = the viewer's account

-- viewer.member FamilyMember
SELECT members_1.family_id, members_1.role, members_1.id, members_1.name
  FROM members members_1
  WHERE members_1.family_id = $1 AND members_1.id = $2;
-- $1 = the viewer's family, $2 = the viewer's member

-- viewer.family Family
SELECT families_2.family_id, families_2.name, families_2.time_zone, families_2.created_at
  FROM families families_2
  WHERE families_2.family_id = $1;
-- $1 = the viewer's family
