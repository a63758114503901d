-- The conditions of what waits for a grade are written once: its rows are few, come in order from the index of ungraded work, and are
-- both counted and listed. Courses that have ended are found by the join that gives the name. The viewer's language is read once.
WITH waiting AS MATERIALIZED (
  SELECT work.id, work.title, work.due_date, work.done_at, work.points_awarded, work.points_possible, work.percentage, work.student_id,
    courses.id AS course_id, courses.name AS course_name,
    (work.due_date + coalesce(work.due_time, time '23:59:59.999999')) AT TIME ZONE families.time_zone < now() AS is_overdue
  FROM families
  JOIN assignments work ON work.family_id = families.family_id
  LEFT JOIN courses ON courses.family_id = :family_id::uuid AND courses.id = work.course_id
  WHERE families.family_id = :family_id::uuid AND work.family_id = :family_id::uuid AND work.points_awarded IS NULL
    AND (courses.id IS NULL OR courses.status = 'ACTIVE')
    AND (work.done_at IS NOT NULL
      OR (work.due_date + coalesce(work.due_time, time '23:59:59.999999')) AT TIME ZONE families.time_zone < now())
)
SELECT json_build_object(
  'viewer', (
    SELECT json_build_object(
      'unreadNotificationCount', (
        SELECT count(*) FROM notifications
        WHERE family_id = :family_id::uuid AND recipient_id = :member_id::uuid AND deleted_at IS NULL AND read_at IS NULL
      ),
      'notifications', (
        SELECT coalesce(json_agg(notification), '[]') FROM (
          SELECT sent.id, sent.kind,
            coalesce(sent.title, notice_title(coalesce(sent.event, sent.kind), sent.arguments, own.language)) AS title,
            coalesce(sent.body, notice_body(coalesce(sent.event, sent.kind), sent.arguments, own.language)) AS body,
            sent.created_at AS "createdAt", sent.read_at AS "readAt"
          FROM members own
          CROSS JOIN LATERAL (
            SELECT * FROM notifications
            WHERE family_id = :family_id::uuid AND recipient_id = :member_id::uuid AND deleted_at IS NULL
            ORDER BY created_at DESC, id
            LIMIT 10
          ) sent
          WHERE own.family_id = :family_id::uuid AND own.id = :member_id::uuid
          ORDER BY sent.created_at DESC, sent.id
        ) notification
      )
    )
    FROM accounts
    WHERE accounts.id = :account_id::uuid
  ),
  'family', (
    SELECT json_build_object(
      'assignmentsToGradeCount', (SELECT count(*) FROM waiting),
      'assignmentsToGrade', (
        SELECT coalesce(json_agg(assignment), '[]') FROM (
          SELECT waiting.id, waiting.title, waiting.due_date AS "dueDate",
            CASE WHEN waiting.done_at IS NOT NULL THEN 'DONE' WHEN waiting.is_overdue THEN 'OVERDUE' ELSE 'OPEN' END AS state,
            waiting.points_awarded AS "pointsAwarded", waiting.points_possible AS "pointsPossible", waiting.percentage,
            json_build_object('name', students.name) AS student,
            CASE WHEN waiting.course_id IS NOT NULL THEN json_build_object('name', waiting.course_name) END AS course
          FROM (SELECT * FROM waiting ORDER BY due_date, id LIMIT 20) waiting
          JOIN members students ON students.family_id = :family_id::uuid AND students.id = waiting.student_id
          ORDER BY waiting.due_date, waiting.id
        ) assignment
      )
    )
    FROM families
    WHERE families.family_id = :family_id::uuid
  )
) AS answer;
