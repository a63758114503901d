-- As for a week, both tables are read once by their ranges of days, of both halves of the year together, and put together by day.
-- Entries are numbered before their objects are made, since a day shows five.
WITH found AS (
  SELECT tasks.date AS day, tasks.time, tasks.id, 'PlannerTask' AS type, tasks.title, tasks.student_id
  FROM planner_tasks tasks
  WHERE tasks.family_id = :family_id::uuid AND tasks.date BETWEEN date '2026-03-01' AND date '2027-03-01'
  UNION ALL
  SELECT work.due_date, work.due_time, work.id, 'Assignment', work.title, work.student_id
  FROM assignments work
  WHERE work.family_id = :family_id::uuid AND work.due_date BETWEEN date '2026-03-01' AND date '2027-03-01'
    AND (work.points_awarded IS NOT NULL OR work.done_at IS NOT NULL OR work.course_id IS NULL OR work.course_id NOT IN (
      SELECT ended.id FROM courses ended WHERE ended.family_id = :family_id::uuid AND ended.status <> 'ACTIVE'
    ))
), entry AS MATERIALIZED (
  SELECT numbered.day, json_agg(json_build_object(
    '__typename', numbered.type, 'id', numbered.id, 'title', numbered.title,
    'student', CASE WHEN students.id IS NOT NULL THEN json_build_object('name', students.name) END) ORDER BY numbered.number) AS list
  FROM (SELECT *, row_number() OVER (PARTITION BY day ORDER BY time, id) AS number FROM found) numbered
  LEFT JOIN members students ON students.family_id = :family_id::uuid AND students.id = numbered.student_id
  WHERE numbered.number <= 5
  GROUP BY numbered.day
), planner AS (
  SELECT number < 183 AS is_spring, json_agg(json_build_object('date', days.day, 'entries', coalesce(entry.list, '[]')) ORDER BY days.day)
    AS list
  FROM generate_series(0, 365) AS number
  CROSS JOIN LATERAL (
    SELECT CASE WHEN number < 183 THEN date '2026-03-01' + number ELSE date '2026-08-31' + number - 183 END AS day
  ) days
  LEFT JOIN entry ON entry.day = days.day
  GROUP BY 1
)
SELECT json_build_object(
  'spring', (SELECT list FROM planner WHERE is_spring),
  'autumn', (SELECT list FROM planner WHERE NOT is_spring)
) AS answer;
