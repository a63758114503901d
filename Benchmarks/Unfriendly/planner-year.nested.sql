-- Nested as the query is: for each day the union of both tables.
SELECT json_build_object(
  'spring', (
    SELECT coalesce(json_agg(days.object), '[]') FROM (
      SELECT json_build_object('date', day.day, 'entries', (
        SELECT coalesce(json_agg(entries.object), '[]') FROM (
          SELECT json_build_object(
            '__typename', entry.type,
            'id', entry.id,
            'title', entry.title,
            'student', (
              SELECT json_build_object('name', student.name) FROM members student
              WHERE student.family_id = entry.family_id AND student.id = entry.student_id
            )
          ) AS object
          FROM (
            SELECT task.family_id, 'PlannerTask' AS type, task.time, task.id, task.title, task.student_id
            FROM planner_tasks task
            WHERE task.family_id = :family_id::uuid AND task.date = day.day
            UNION ALL
            SELECT assignment.family_id, 'Assignment', assignment.due_time, assignment.id, assignment.title, assignment.student_id
            FROM assignments assignment
            WHERE assignment.family_id = :family_id::uuid AND assignment.due_date = day.day
              AND (assignment.points_awarded IS NOT NULL OR assignment.done_at IS NOT NULL OR NOT EXISTS (
                SELECT 1 FROM courses ended
                WHERE ended.family_id = assignment.family_id AND ended.id = assignment.course_id AND ended.status <> 'ACTIVE'
              ))
          ) entry
          ORDER BY entry.time, entry.id
          LIMIT 5
        ) entries
      )) AS object
      FROM (SELECT date '2026-03-01' + number AS day FROM generate_series(0, 182) AS number) day
      ORDER BY day.day
    ) days
  ),
  'autumn', (
    SELECT coalesce(json_agg(days.object), '[]') FROM (
      SELECT json_build_object('date', day.day, 'entries', (
        SELECT coalesce(json_agg(entries.object), '[]') FROM (
          SELECT json_build_object(
            '__typename', entry.type,
            'id', entry.id,
            'title', entry.title,
            'student', (
              SELECT json_build_object('name', student.name) FROM members student
              WHERE student.family_id = entry.family_id AND student.id = entry.student_id
            )
          ) AS object
          FROM (
            SELECT task.family_id, 'PlannerTask' AS type, task.time, task.id, task.title, task.student_id
            FROM planner_tasks task
            WHERE task.family_id = :family_id::uuid AND task.date = day.day
            UNION ALL
            SELECT assignment.family_id, 'Assignment', assignment.due_time, assignment.id, assignment.title, assignment.student_id
            FROM assignments assignment
            WHERE assignment.family_id = :family_id::uuid AND assignment.due_date = day.day
              AND (assignment.points_awarded IS NOT NULL OR assignment.done_at IS NOT NULL OR NOT EXISTS (
                SELECT 1 FROM courses ended
                WHERE ended.family_id = assignment.family_id AND ended.id = assignment.course_id AND ended.status <> 'ACTIVE'
              ))
          ) entry
          ORDER BY entry.time, entry.id
          LIMIT 5
        ) entries
      )) AS object
      FROM (SELECT date '2026-08-31' + number AS day FROM generate_series(0, 182) AS number) day
      ORDER BY day.day
    ) days
  )
) AS answer;
