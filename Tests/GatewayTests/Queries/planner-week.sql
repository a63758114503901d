-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- planner PlannerDay
SELECT planner_days_1.family_id, planner_days_1.day
  FROM (SELECT home.family_id, $1 + number AS day
    FROM families home CROSS JOIN generate_series(0, $2::int - 1) AS number
    WHERE home.family_id = $3 AND $1 + number <= date '9999-12-31') planner_days_1
  WHERE planner_days_1.family_id = $3
  ORDER BY planner_days_1.day
  LIMIT $2;
-- $1 = literal("2026-09-07", date), $2 = 3, $3 = the viewer's family

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
      WHERE planner_entries_2.family_id = $1 AND planner_entries_2.day BETWEEN (SELECT $2
        FROM families home
        WHERE home.family_id = $1) AND (SELECT $2
        FROM families home
        WHERE home.family_id = $1) + $3::int - 1) planner_entries_2
    WHERE planner_entries_2.place > $4 AND planner_entries_2.place <= $5 + $4
    ORDER BY planner_entries_2.time, planner_entries_2.id) SELECT c0, c1, c2, c3
  FROM found
  WHERE (SELECT set_config('hatched.keys_2_3', array_to_string(array_agg(c3), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = literal("2026-09-07", date), $3 = 3, $4 = 0, $5 = 10

-- planner.entries Assignment
SELECT assignments_3.family_id, assignments_3.id, assignments_3.title, assignments_3.student_id, assignments_3.due_time, assignments_3.points_possible, assignments_3.course_id
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_2_3', true), ',', '')::uuid[]) wanted(key)) parents_3
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_3
    WHERE assignments_3.family_id = $1 AND assignments_3.id = parents_3.key OFFSET 0) assignments_3;
-- $1 = the viewer's family

-- planner.entries.student Student
SELECT members_4.family_id, members_4.id, members_4.name
  FROM members members_4
  WHERE members_4.family_id = $1 AND members_4.role = 'STUDENT';
-- $1 = the viewer's family

-- planner.entries.course Course
SELECT courses_5.family_id, courses_5.id, courses_5.name, CASE WHEN courses_5.is_plain_mean THEN (SELECT round(round(avg(graded.percentage), 15), 2)
    FROM assignments graded
    WHERE graded.family_id = $1 AND graded.course_id = courses_5.id) ELSE general_grade($1, courses_5.id, courses_5.grading_method, true, NULL) END
  FROM courses courses_5
  WHERE courses_5.family_id = $1;
-- $1 = the viewer's family

-- planner.entries PlannerTask
SELECT planner_tasks_6.family_id, planner_tasks_6.id, planner_tasks_6.title, planner_tasks_6.student_id, planner_tasks_6.time, planner_tasks_6.color, planner_tasks_6.notes
  FROM (SELECT DISTINCT key
    FROM unnest(string_to_array(current_setting('hatched.keys_2_3', true), ',', '')::uuid[]) wanted(key)) parents_6
  CROSS JOIN LATERAL (SELECT *
    FROM planner_tasks planner_tasks_6
    WHERE planner_tasks_6.family_id = $1 AND planner_tasks_6.id = parents_6.key OFFSET 0) planner_tasks_6;
-- $1 = the viewer's family
