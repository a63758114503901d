-- The first parents of the families with a full calendar of single events.
SELECT DISTINCT ON (members.family_id) sessions.account_id, sessions.id AS session_id, members.family_id, members.id AS member_id
FROM members
JOIN sessions ON sessions.account_id = members.account_id
WHERE members.role = 'PARENT' AND members.account_id = ANY (:'accounts'::uuid[])
  AND EXISTS (SELECT 1 FROM events WHERE events.family_id = members.family_id AND events.title = 'Single 1')
ORDER BY members.family_id;
