-- The weeks are made once, for all courses: their ends are put among the results of each group of each course, and one window goes
-- through all of them. Groups without results have no ends, which are most; a course without groups is a group of its own.
WITH period AS MATERIALIZED (
  SELECT greatest(starts.day, date '0001-01-01') AS first_day, least(starts.day + 6, date '2026-08-31') AS last_day
  FROM members reader
  CROSS JOIN LATERAL (
    SELECT array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], reader.week_start) - 1
      AS shift
  ) rule
  CROSS JOIN generate_series(0, 53) AS number
  CROSS JOIN LATERAL (
    SELECT (date_trunc('week', (date '2025-09-01' - rule.shift)::timestamp))::date + rule.shift + number * 7 AS day
  ) starts
  WHERE reader.family_id = :family_id::uuid AND reader.id = :member_id::uuid AND starts.day <= date '2026-08-31'
), dated AS MATERIALIZED (
  SELECT work.course_id, courses.grading_method, work.weight_group_id, coalesce(groups.weight, 1) AS weight, work.is_extra_credit,
    work.points_possible, work.points_awarded,
    coalesce(work.graded_on, (work.graded_at AT TIME ZONE families.time_zone)::date, work.due_date,
      (work.created_at AT TIME ZONE families.time_zone)::date) AS day
  FROM families
  JOIN assignments work ON work.family_id = families.family_id
  JOIN courses ON courses.family_id = :family_id::uuid AND courses.id = work.course_id
  LEFT JOIN weight_groups groups ON groups.family_id = :family_id::uuid AND groups.id = work.weight_group_id
  WHERE families.family_id = :family_id::uuid AND work.family_id = :family_id::uuid AND work.is_counted
    AND work.points_awarded IS NOT NULL
    AND (work.weight_group_id IS NOT NULL OR NOT EXISTS (
      SELECT 1 FROM weight_groups grouped WHERE grouped.family_id = :family_id::uuid AND grouped.course_id = work.course_id
    ))
), progress AS MATERIALIZED (
  SELECT shown.course_id, json_agg(json_build_object(
    'firstDay', shown.first_day, 'grade', shown.grade, 'gradedCount', shown.graded_count) ORDER BY shown.first_day) AS list
  FROM (
    SELECT term.course_id, term.first_day,
      round(round(sum(term.weight * term.value) FILTER (WHERE term.value IS NOT NULL)
        / sum(term.weight) FILTER (WHERE term.value IS NOT NULL), 15), 2) AS grade,
      sum(term.graded_count) AS graded_count
    FROM (
      SELECT graded.course_id, graded.first_day, graded.weight, count(graded.points_awarded) OVER by_then AS graded_count,
        CASE WHEN graded.grading_method = 'TOTAL_POINTS'
          THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then
            / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then
          ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible)
            FILTER (WHERE NOT graded.is_extra_credit) OVER by_then
        END
        + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000)
          FILTER (WHERE graded.is_extra_credit) OVER by_then, 0)
          / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then AS value
      FROM (
        SELECT course_id, grading_method, weight_group_id, weight, day, NULL::date AS first_day, is_extra_credit, points_possible,
          points_awarded
        FROM dated
        WHERE day <= date '2026-08-31'
        UNION ALL
        SELECT ends.course_id, ends.grading_method, ends.weight_group_id, ends.weight, period.last_day, period.first_day, false, NULL, NULL
        FROM (SELECT DISTINCT course_id, grading_method, weight_group_id, weight FROM dated WHERE day <= date '2026-08-31') ends
        CROSS JOIN period
      ) graded
      WINDOW by_then AS (PARTITION BY graded.course_id, graded.weight_group_id ORDER BY graded.day)
    ) term
    WHERE term.first_day IS NOT NULL
    GROUP BY term.course_id, term.first_day
    HAVING sum(term.graded_count) > 0
  ) shown
  GROUP BY shown.course_id
)
SELECT json_build_object('family', (
  SELECT json_build_object('courses', (
    SELECT coalesce(json_agg(course), '[]') FROM (
      SELECT courses.name, coalesce(progress.list, '[]') AS "gradeProgress"
      FROM courses
      LEFT JOIN progress ON progress.course_id = courses.id
      WHERE courses.family_id = :family_id::uuid
      ORDER BY courses.name, courses.id
      LIMIT 50
    ) course
  ))
  FROM families
  WHERE families.family_id = :family_id::uuid
)) AS answer;
