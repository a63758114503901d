-- The teachers of the school `queue`, each with its class.
SELECT sessions.account_id, sessions.id AS session_id, taught.class_id AS id
FROM schools
JOIN school_staff staff ON staff.school_id = schools.id
JOIN school_staff_classes taught ON taught.staff_id = staff.id
JOIN sessions ON sessions.account_id = staff.account_id
WHERE schools.name = 'queue'
ORDER BY staff.id;
