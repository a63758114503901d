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
    FROM (SELECT *, row_number() OVER (PARTITION BY planner_entries_2.day
        ORDER BY planner_entries_2.time, planner_entries_2.id) AS place
      FROM (SELECT planner_tasks_2.family_id, 'PlannerTask' AS type, planner_tasks_2.id AS id, planner_tasks_2.date AS day, planner_tasks_2.time AS time, planner_tasks_2.student_id AS student_id
        FROM planner_tasks planner_tasks_2
        WHERE planner_tasks_2.family_id = $1
        UNION ALL SELECT assignments_2.family_id, 'Assignment' AS type, assignments_2.id AS id, assignments_2.due_date AS day, assignments_2.due_time AS time, assignments_2.student_id AS student_id
        FROM assignments assignments_2
        WHERE assignments_2.family_id = $1 AND (assignments_2.points_awarded IS NOT NULL OR assignments_2.done_at IS NOT NULL OR (assignments_2.course_id IS NULL OR assignments_2.course_id NOT IN (SELECT ended.id
              FROM courses ended
              WHERE ended.family_id = $1 AND NOT ended.status = 'ACTIVE')))) planner_entries_2
      WHERE planner_entries_2.family_id = $1 AND (planner_entries_2.student_id = $2 OR planner_entries_2.student_id IS NULL AND EXISTS (SELECT 1
          FROM members asked
          WHERE asked.family_id = $1 AND asked.id = $2 AND asked.role = 'STUDENT')) AND planner_entries_2.day BETWEEN (SELECT $3
        FROM families home
        WHERE home.family_id = $1) AND (SELECT $3
        FROM families home
        WHERE home.family_id = $1) + $4::int - 1) planner_entries_2
    WHERE planner_entries_2.place > $5 AND planner_entries_2.place <= $6 + $5
    ORDER BY planner_entries_2.time, planner_entries_2.id) SELECT c0, c1, c2, c3
  FROM found
  WHERE (SELECT set_config('hatched.keys_2_3', array_to_string(array_agg(c3), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8004-000000000004, $3 = literal("2026-09-10", date), $4 = 2, $5 = 0, $6 = 50

-- planner.entries Assignment
SELECT assignments_3.family_id, assignments_3.id, assignments_3.title
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_2_3', true), ',', '')::uuid[]) wanted(key)) parents_3
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_3
    WHERE assignments_3.family_id = $1 AND assignments_3.id = parents_3.key OFFSET 0) assignments_3;
-- $1 = the viewer's family

-- planner.entries PlannerTask
SELECT planner_tasks_4.family_id, planner_tasks_4.id, planner_tasks_4.title
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_2_3', true), ',', '')::uuid[]) wanted(key)) parents_4
  CROSS JOIN LATERAL (SELECT *
    FROM planner_tasks planner_tasks_4
    WHERE planner_tasks_4.family_id = $1 AND planner_tasks_4.id = parents_4.key OFFSET 0) planner_tasks_4;
-- $1 = the viewer's family
