-- Each object a json_build_object of its own, each list a json_agg over a correlated sub-select, each to-one field a sub-select: for each
-- day the union of both tables, as a view of entries would have it.
SELECT json_build_object('planner', (
  SELECT coalesce(json_agg(days.object), '[]') FROM (
    SELECT json_build_object('date', day.day, 'entries', (
      SELECT coalesce(json_agg(entries.object), '[]') FROM (
        SELECT entry.object FROM (
          SELECT task.time, task.id, json_build_object(
            '__typename', 'PlannerTask',
            'id', task.id,
            'title', task.title,
            'student', (
              SELECT json_build_object('name', student.name) FROM members student
              WHERE student.family_id = task.family_id AND student.id = task.student_id
            ),
            'time', task.time,
            'color', task.color,
            'notes', task.notes
          ) AS object
          FROM planner_tasks task
          WHERE task.family_id = :family_id::uuid AND task.date = day.day
          UNION ALL
          SELECT assignment.due_time, assignment.id, json_build_object(
            '__typename', 'Assignment',
            'id', assignment.id,
            'title', assignment.title,
            'student', (
              SELECT json_build_object('name', student.name) FROM members student
              WHERE student.family_id = assignment.family_id AND student.id = assignment.student_id
            ),
            'dueTime', assignment.due_time,
            'state', CASE
              WHEN assignment.points_awarded IS NOT NULL THEN 'GRADED'
              WHEN assignment.done_at IS NOT NULL THEN 'DONE'
              WHEN (assignment.due_date + coalesce(assignment.due_time, time '23:59:59.999999')) AT TIME ZONE (
                SELECT home.time_zone FROM families home WHERE home.family_id = assignment.family_id
              ) < now() THEN 'OVERDUE'
              ELSE 'OPEN'
            END,
            'pointsPossible', assignment.points_possible,
            'course', (
              SELECT json_build_object('name', course.name) FROM courses course
              WHERE course.family_id = assignment.family_id AND course.id = assignment.course_id
            )
          )
          FROM assignments assignment
          WHERE assignment.family_id = :family_id::uuid AND assignment.due_date = day.day
            AND (assignment.points_awarded IS NOT NULL OR assignment.done_at IS NOT NULL OR NOT EXISTS (
              SELECT 1 FROM courses ended
              WHERE ended.family_id = assignment.family_id AND ended.id = assignment.course_id AND ended.status <> 'ACTIVE'
            ))
        ) entry
        ORDER BY entry.time, entry.id
        LIMIT 50
      ) entries
    )) AS object
    FROM (SELECT date '2026-09-07' + number AS day FROM generate_series(0, 6) AS number) day
    ORDER BY day.day
  ) days
)) AS answer;
