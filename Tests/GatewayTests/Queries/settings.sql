-- viewer Viewer
SELECT accounts_0.id, CASE $1 WHEN 'PARENT' THEN ARRAY['DASHBOARD', 'PLANNER', 'CURRICULUM', 'REPORT_CARDS', 'PORTFOLIO', 'RESOURCES', 'SETTINGS'] WHEN 'STUDENT' THEN ARRAY['DASHBOARD', 'PLANNER', 'REPORT_CARDS', 'PORTFOLIO', 'RESOURCES', 'SETTINGS'] ELSE ARRAY['SETTINGS'] END
  FROM accounts accounts_0
  WHERE accounts_0.id = $2;
-- $1 = 'STUDENT', $2 = the viewer's account

-- viewer.settings MemberSettings
SELECT members_1.family_id, members_1.push_notifications, members_1.week_start, members_1.version
  FROM members members_1
  WHERE members_1.family_id = $1 AND members_1.id = $2;
-- $1 = the viewer's family, $2 = the viewer's member

-- viewer.family Family
SELECT families_2.family_id, families_2.time_zone, families_2.repeats_overdue_notices, families_2.version
  FROM families families_2
  WHERE families_2.family_id = $1;
-- $1 = the viewer's family
