-- viewer Viewer
SELECT accounts_0.id, (SELECT count(*)::int4
    FROM notifications notifications_listed
    WHERE notifications_listed.family_id = $1 AND notifications_listed.recipient_id = $2 AND notifications_listed.deleted_at IS NULL), EXISTS (SELECT 1
    FROM notifications notifications_listed
    WHERE notifications_listed.family_id = $1 AND notifications_listed.recipient_id = $2 AND notifications_listed.deleted_at IS NULL OFFSET $3)
  FROM accounts accounts_0
  WHERE accounts_0.id = $4;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = 2, $4 = the viewer's account

-- viewer.notificationsConnection Notification
SELECT notifications_1.family_id, notifications_1.created_at, notifications_1.id, coalesce(notifications_1.title, notice_title(coalesce(notifications_1.event, notifications_1.kind), notifications_1.arguments, (SELECT own.language
        FROM members own
        WHERE own.family_id = $1 AND own.id = $2)))
  FROM notifications notifications_1
  WHERE notifications_1.family_id = $1 AND notifications_1.recipient_id = $2 AND notifications_1.deleted_at IS NULL
  ORDER BY notifications_1.created_at DESC, notifications_1.id
  LIMIT $3;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = 2

-- viewer.member FamilyMember
SELECT members_2.family_id, members_2.role, members_2.id, (SELECT count(*)::int4
    FROM portfolio_items portfolio_items_listed
    WHERE portfolio_items_listed.family_id = $1 AND portfolio_items_listed.student_id = members_2.id AND portfolio_items_listed.date > $2), EXISTS (SELECT 1
    FROM attendance_records attendance_records_listed
    WHERE attendance_records_listed.family_id = $1 AND attendance_records_listed.student_id = members_2.id OFFSET $3)
  FROM members members_2
  WHERE members_2.family_id = $1 AND members_2.id = $4;
-- $1 = the viewer's family, $2 = literal("2026-01-01", date), $3 = 2, $4 = the viewer's member

-- viewer.member.portfolioItemsConnection PortfolioItem
SELECT portfolio_items_3.family_id, portfolio_items_3.student_id, portfolio_items_3.date, portfolio_items_3.id, portfolio_items_3.title
  FROM (SELECT members_2.id AS key
    FROM members members_2
    WHERE members_2.family_id = $1 AND members_2.id = $2) parents_3
  CROSS JOIN LATERAL (SELECT *
    FROM portfolio_items portfolio_items_3
    WHERE portfolio_items_3.family_id = $1 AND portfolio_items_3.student_id = parents_3.key AND portfolio_items_3.date > $3
    ORDER BY portfolio_items_3.date DESC, portfolio_items_3.id
    LIMIT $4) portfolio_items_3
  ORDER BY portfolio_items_3.date DESC, portfolio_items_3.id;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = literal("2026-01-01", date), $4 = 2

-- viewer.member.attendanceConnection AttendanceRecord
SELECT attendance_records_4.family_id, attendance_records_4.student_id, attendance_records_4.date, attendance_records_4.id, attendance_records_4.state
  FROM (SELECT members_2.id AS key
    FROM members members_2
    WHERE members_2.family_id = $1 AND members_2.id = $2) parents_4
  CROSS JOIN LATERAL (SELECT *
    FROM attendance_records attendance_records_4
    WHERE attendance_records_4.family_id = $1 AND attendance_records_4.student_id = parents_4.key
    ORDER BY attendance_records_4.date, attendance_records_4.id DESC
    LIMIT $3) attendance_records_4
  ORDER BY attendance_records_4.date DESC, attendance_records_4.id;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = 2

-- family Family
SELECT families_5.family_id
  FROM families families_5
  WHERE families_5.family_id = $1;
-- $1 = the viewer's family

-- family.resourcesConnection Resource
SELECT resources_6.family_id, (SELECT subjects_by1.name
    FROM subjects subjects_by1
    WHERE subjects_by1.family_id = $1 AND subjects_by1.id = resources_6.subject_id), resources_6.id, resources_6.title
  FROM resources resources_6
  WHERE resources_6.family_id = $1
  ORDER BY (SELECT subjects_by1.name
    FROM subjects subjects_by1
    WHERE subjects_by1.family_id = $1 AND subjects_by1.id = resources_6.subject_id) NULLS FIRST, resources_6.id
  LIMIT $2;
-- $1 = the viewer's family, $2 = 2

-- family.subjects Subject
WITH found AS MATERIALIZED (SELECT subjects_7.family_id AS c0, subjects_7.id AS c1, (SELECT count(*)::int4
      FROM resources resources_listed
      WHERE resources_listed.family_id = $1 AND resources_listed.subject_id = subjects_7.id) AS c2
    FROM subjects subjects_7
    WHERE subjects_7.family_id = $1 AND (subjects_7.id IN (SELECT resources_f1.subject_id
        FROM resources resources_f1
        WHERE resources_f1.family_id = $1)) IS TRUE
    ORDER BY subjects_7.name, subjects_7.id
    LIMIT $2 OFFSET $3) SELECT c0, c1, c2
  FROM found
  WHERE (SELECT set_config('hatched.keys_7_1', array_to_string(array_agg(c1), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = 1, $3 = 0

-- family.subjects.resourcesConnection Resource
SELECT resources_8.family_id, resources_8.subject_id, resources_8.title, resources_8.id
  FROM unnest(string_to_array(current_setting('hatched.keys_7_1', true), ',', '')::uuid[]) parents_8(key)
  CROSS JOIN LATERAL (SELECT *
    FROM resources resources_8
    WHERE resources_8.family_id = $1 AND resources_8.subject_id = parents_8.key
    ORDER BY resources_8.title, resources_8.id
    LIMIT $2) resources_8
  ORDER BY resources_8.title, resources_8.id;
-- $1 = the viewer's family, $2 = 1
