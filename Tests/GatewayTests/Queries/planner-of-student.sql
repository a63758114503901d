-- student Student
SELECT members_0.family_id, members_0.name
  FROM members members_0
  WHERE members_0.family_id = $1 AND members_0.role = 'STUDENT' AND members_0.id = $2;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8004-000000000004

-- planner PlannerDay
SELECT planner_days_1.family_id, planner_days_1.day
  FROM (SELECT home.family_id, $1 + number AS day
    FROM families home CROSS JOIN generate_series(0, $2::int - 1) AS number
    WHERE home.family_id = $3 AND $1 + number <= date '9999-12-31') planner_days_1
  WHERE planner_days_1.family_id = $3
  ORDER BY planner_days_1.day
  LIMIT $2;
-- $1 = literal("2026-09-10", date), $2 = 2, $3 = the viewer's family

-- planner.entries PlannerEntry
WITH found AS MATERIALIZED (SELECT planner_entries_2.family_id AS c0, planner_entries_2.day AS c1, planner_entries_2.type AS c2, planner_entries_2.id AS c3
    FROM (SELECT planner_days_1.day AS key
      FROM (SELECT home.family_id, $1 + number AS day
        FROM families home CROSS JOIN generate_series(0, $2::int - 1) AS number
        WHERE home.family_id = $3 AND $1 + number <= date '9999-12-31') planner_days_1
      WHERE planner_days_1.family_id = $3
      ORDER BY planner_days_1.day
      LIMIT $2) parents_2
    CROSS JOIN LATERAL (SELECT *
      FROM (SELECT planner_tasks_2.family_id, 'PlannerTask' AS type, planner_tasks_2.id AS id, planner_tasks_2.date AS day, planner_tasks_2.time AS time, planner_tasks_2.student_id AS student_id
        FROM planner_tasks planner_tasks_2
        WHERE planner_tasks_2.family_id = $3
        UNION ALL SELECT assignments_2.family_id, 'Assignment' AS type, assignments_2.id AS id, assignments_2.due_date AS day, assignments_2.due_time AS time, assignments_2.student_id AS student_id
        FROM assignments assignments_2
        WHERE assignments_2.family_id = $3 AND (assignments_2.points_awarded IS NOT NULL OR assignments_2.done_at IS NOT NULL OR (assignments_2.course_id IS NULL OR assignments_2.course_id NOT IN (SELECT ended.id
              FROM courses ended
              WHERE ended.family_id = $3 AND NOT ended.status = 'ACTIVE')))) planner_entries_2
      WHERE planner_entries_2.family_id = $3 AND (planner_entries_2.student_id = $4 OR planner_entries_2.student_id IS NULL AND EXISTS (SELECT 1
          FROM members asked
          WHERE asked.family_id = $3 AND asked.id = $4 AND asked.role = 'STUDENT')) AND planner_entries_2.day = parents_2.key
      ORDER BY planner_entries_2.time, planner_entries_2.id
      LIMIT $5 OFFSET $6) planner_entries_2
    ORDER BY planner_entries_2.time, planner_entries_2.id) SELECT c0, c1, c2, c3
  FROM found
  WHERE (SELECT set_config('hatched.keys_2_3', array_agg(c3)::text, true)
    FROM found) IS NOT NULL;
-- $1 = literal("2026-09-10", date), $2 = 2, $3 = the viewer's family, $4 = 0198f000-0000-7000-8004-000000000004, $5 = 50, $6 = 0

-- planner.entries Assignment
SELECT assignments_3.family_id, assignments_3.id, assignments_3.title
  FROM assignments assignments_3
  WHERE assignments_3.family_id = $1 AND assignments_3.id = ANY (nullif(current_setting('hatched.keys_2_3', true), '')::uuid[]);
-- $1 = the viewer's family

-- planner.entries PlannerTask
SELECT planner_tasks_4.family_id, planner_tasks_4.id, planner_tasks_4.title
  FROM planner_tasks planner_tasks_4
  WHERE planner_tasks_4.family_id = $1 AND planner_tasks_4.id = ANY (nullif(current_setting('hatched.keys_2_3', true), '')::uuid[]);
-- $1 = the viewer's family
