-- The parents of the school `queue`, one of each family.
SELECT DISTINCT ON (members.family_id) members.account_id, sessions.id AS session_id, members.family_id, members.id AS member_id
FROM schools
JOIN enrolments ON enrolments.staff_school_id = schools.id AND enrolments.state = 'CONFIRMED'
JOIN members ON members.family_id = enrolments.family_id AND members.account_id = ANY (:'accounts'::uuid[])
JOIN sessions ON sessions.account_id = members.account_id
WHERE schools.name = 'queue'
ORDER BY members.family_id, members.id, sessions.id;
