-- Nested as the query is: the count and the list each have the conditions of what waits for a grade, and each to-one field is a sub-select.
SELECT json_build_object(
  'viewer', (
    SELECT json_build_object(
      'unreadNotificationCount', (
        SELECT count(*) FROM notifications unread
        WHERE unread.family_id = :family_id::uuid AND unread.recipient_id = :member_id::uuid AND unread.deleted_at IS NULL
          AND unread.read_at IS NULL
      ),
      'notifications', (
        SELECT coalesce(json_agg(notifications.object), '[]') FROM (
          SELECT json_build_object(
            'id', notification.id,
            'kind', notification.kind,
            'title', coalesce(notification.title, notice_title(
              coalesce(notification.event, notification.kind), notification.arguments,
              (SELECT own.language FROM members own WHERE own.family_id = notification.family_id AND own.id = notification.recipient_id)
            )),
            'body', coalesce(notification.body, notice_body(
              coalesce(notification.event, notification.kind), notification.arguments,
              (SELECT own.language FROM members own WHERE own.family_id = notification.family_id AND own.id = notification.recipient_id)
            )),
            'createdAt', notification.created_at,
            'readAt', notification.read_at
          ) AS object
          FROM notifications notification
          WHERE notification.family_id = :family_id::uuid AND notification.recipient_id = :member_id::uuid
            AND notification.deleted_at IS NULL
          ORDER BY notification.created_at DESC, notification.id
          LIMIT 10
        ) notifications
      )
    )
    FROM accounts account
    WHERE account.id = :account_id::uuid
  ),
  'family', (
    SELECT json_build_object(
      'assignmentsToGradeCount', (
        SELECT count(*) FROM assignments waiting
        WHERE waiting.family_id = family.family_id AND waiting.points_awarded IS NULL
          AND NOT EXISTS (
            SELECT 1 FROM courses ended
            WHERE ended.family_id = waiting.family_id AND ended.id = waiting.course_id AND ended.status <> 'ACTIVE'
          )
          AND (waiting.done_at IS NOT NULL
            OR (waiting.due_date + coalesce(waiting.due_time, time '23:59:59.999999')) AT TIME ZONE family.time_zone < now())
      ),
      'assignmentsToGrade', (
        SELECT coalesce(json_agg(assignments.object), '[]') FROM (
          SELECT json_build_object(
            'id', assignment.id,
            'title', assignment.title,
            'dueDate', assignment.due_date,
            'state', CASE
              WHEN assignment.points_awarded IS NOT NULL THEN 'GRADED'
              WHEN assignment.done_at IS NOT NULL THEN 'DONE'
              WHEN (assignment.due_date + coalesce(assignment.due_time, time '23:59:59.999999')) AT TIME ZONE family.time_zone < now()
                THEN 'OVERDUE'
              ELSE 'OPEN'
            END,
            'pointsAwarded', assignment.points_awarded,
            'pointsPossible', assignment.points_possible,
            'percentage', assignment.percentage,
            'student', (
              SELECT json_build_object('name', student.name) FROM members student
              WHERE student.family_id = assignment.family_id AND student.id = assignment.student_id
            ),
            'course', (
              SELECT json_build_object('name', course.name) FROM courses course
              WHERE course.family_id = assignment.family_id AND course.id = assignment.course_id
            )
          ) AS object
          FROM assignments assignment
          WHERE assignment.family_id = family.family_id AND assignment.points_awarded IS NULL
            AND NOT EXISTS (
              SELECT 1 FROM courses ended
              WHERE ended.family_id = assignment.family_id AND ended.id = assignment.course_id AND ended.status <> 'ACTIVE'
            )
            AND (assignment.done_at IS NOT NULL
              OR (assignment.due_date + coalesce(assignment.due_time, time '23:59:59.999999')) AT TIME ZONE family.time_zone < now())
          ORDER BY assignment.due_date, assignment.id
          LIMIT 20
        ) assignments
      )
    )
    FROM families family
    WHERE family.family_id = :family_id::uuid
  )
) AS answer;
