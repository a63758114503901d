-- The first parent of the family with many expenses.
SELECT sessions.account_id, sessions.id AS session_id, members.family_id, members.id AS member_id
FROM members
JOIN sessions ON sessions.account_id = members.account_id
WHERE members.role = 'PARENT' AND members.account_id = ANY (:'accounts'::uuid[])
  AND members.family_id = (SELECT family_id FROM expense_categories WHERE name = 'Counted 1')
ORDER BY members.id
LIMIT 1;
