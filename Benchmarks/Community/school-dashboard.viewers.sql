-- A parent of each family with a child at the school `community`. Variable: accounts (of parents, an array).
SELECT parents.account_id, sessions.id AS session_id, parents.family_id, parents.id AS member_id, schools.id AS id
FROM schools
JOIN school_families families ON families.school_id = schools.id
JOIN members parents ON parents.family_id = families.family_id
JOIN sessions ON sessions.account_id = parents.account_id
WHERE schools.name = 'community' AND parents.account_id = ANY (:'accounts'::uuid[])
ORDER BY parents.family_id
LIMIT 2000;
