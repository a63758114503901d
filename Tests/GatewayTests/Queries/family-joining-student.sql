-- family Family
SELECT families_0.family_id, families_0.join_policy
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family
