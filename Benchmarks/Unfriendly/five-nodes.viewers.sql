-- A parent of each family, with the ids of an object of each type. Variable: accounts (of parents, an array).
SELECT parents.account_id, sessions.id AS session_id, parents.family_id, parents.id AS member_id, student.id AS student,
  subject.id AS subject, course.id AS course, assignment.id AS assignment, task.id AS task
FROM members parents
JOIN sessions ON sessions.account_id = parents.account_id
CROSS JOIN LATERAL (SELECT id FROM members WHERE family_id = parents.family_id AND role = 'STUDENT' ORDER BY id LIMIT 1) student
CROSS JOIN LATERAL (SELECT id FROM subjects WHERE family_id = parents.family_id ORDER BY id LIMIT 1) subject
CROSS JOIN LATERAL (SELECT id FROM courses WHERE family_id = parents.family_id ORDER BY id LIMIT 1) course
CROSS JOIN LATERAL (SELECT id FROM assignments WHERE family_id = parents.family_id ORDER BY id LIMIT 1) assignment
CROSS JOIN LATERAL (SELECT id FROM planner_tasks WHERE family_id = parents.family_id ORDER BY id LIMIT 1) task
WHERE parents.account_id = ANY (:'accounts'::uuid[])
ORDER BY parents.family_id
LIMIT 2000;
