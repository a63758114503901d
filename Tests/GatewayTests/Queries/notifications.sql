-- viewer Viewer
SELECT accounts_0.id, CASE WHEN $1 IS NULL THEN (SELECT count(*)::int4
    FROM account_notifications unread
    WHERE unread.account_id = $2 AND unread.deleted_at IS NULL AND unread.read_at IS NULL) ELSE (SELECT count(*)::int4
    FROM notifications unread
    WHERE unread.family_id = $1 AND unread.recipient_id = $3 AND unread.deleted_at IS NULL AND unread.read_at IS NULL) END
  FROM accounts accounts_0
  WHERE accounts_0.id = $2;
-- $1 = the viewer's family, $2 = the viewer's account, $3 = the viewer's member

-- viewer.notifications Notification
WITH found AS MATERIALIZED (SELECT notifications_1.family_id AS c0, notifications_1.kind AS c1, coalesce(notifications_1.title, notice_title(coalesce(notifications_1.event, notifications_1.kind), notifications_1.arguments, (SELECT own.language
          FROM members own
          WHERE own.family_id = $1 AND own.id = $2))) AS c2, coalesce(notifications_1.body, notice_body(coalesce(notifications_1.event, notifications_1.kind), notifications_1.arguments, (SELECT own.language
          FROM members own
          WHERE own.family_id = $1 AND own.id = $2))) AS c3, notifications_1.read_at AS c4, notifications_1.student_id AS c5, notifications_1.assignment_id AS c6
    FROM notifications notifications_1
    WHERE notifications_1.family_id = $1 AND notifications_1.recipient_id = $2 AND notifications_1.deleted_at IS NULL
    ORDER BY notifications_1.created_at DESC, notifications_1.id
    LIMIT $3 OFFSET $4) SELECT c0, c1, c2, c3, c4, c5, c6
  FROM found
  WHERE (SELECT set_config('hatched.keys_1_6', array_to_string(array_agg(c6), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = 5, $4 = 0

-- viewer.notifications.student Student
SELECT members_2.family_id, members_2.id, members_2.name
  FROM members members_2
  WHERE members_2.family_id = $1 AND members_2.role = 'STUDENT';
-- $1 = the viewer's family

-- viewer.notifications.assignment Assignment
SELECT assignments_3.family_id, assignments_3.id, assignments_3.title
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_1_6', true), ',', '')::uuid[]) wanted(key)) parents_3
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_3
    WHERE assignments_3.family_id = $1 AND assignments_3.id = parents_3.key OFFSET 0) assignments_3;
-- $1 = the viewer's family

-- viewer.unread Notification
SELECT notifications_4.family_id, coalesce(notifications_4.title, notice_title(coalesce(notifications_4.event, notifications_4.kind), notifications_4.arguments, (SELECT own.language
        FROM members own
        WHERE own.family_id = $1 AND own.id = $2)))
  FROM notifications notifications_4
  WHERE notifications_4.family_id = $1 AND notifications_4.recipient_id = $2 AND notifications_4.deleted_at IS NULL AND notifications_4.read_at IS NULL
  ORDER BY notifications_4.created_at DESC, notifications_4.id
  LIMIT $3 OFFSET $4;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = 5, $4 = 0

-- viewer.devices Device
SELECT devices_5.family_id, devices_5.platform
  FROM devices devices_5
  WHERE devices_5.family_id = $1 AND devices_5.member_id = $2
  ORDER BY devices_5.registered_at DESC, devices_5.id
  LIMIT $3 OFFSET $4;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = 20, $4 = 0
