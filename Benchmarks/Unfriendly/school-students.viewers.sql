-- The administrator and the dispatchers of the school `school`, all of whom see it whole.
SELECT sessions.account_id, sessions.id AS session_id, schools.id
FROM schools
JOIN school_staff staff ON staff.school_id = schools.id AND staff.role <> 'TEACHER'
JOIN sessions ON sessions.account_id = staff.account_id
WHERE schools.name = 'school'
ORDER BY staff.id;
