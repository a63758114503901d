-- Nested as the query is: for each course its weeks, and a window over its results and the ends of these.
SELECT json_build_object('family', (
  SELECT json_build_object('courses', (
    SELECT coalesce(json_agg(courses.object), '[]') FROM (
      SELECT json_build_object(
        'name', course.name,
        'gradeProgress', (
          SELECT coalesce(json_agg(periods.object), '[]') FROM (
            SELECT json_build_object(
              'firstDay', term.first_day,
              'grade', round(round(sum(term.weight * term.value) FILTER (WHERE term.value IS NOT NULL)
                / sum(term.weight) FILTER (WHERE term.value IS NOT NULL), 15), 2),
              'gradedCount', sum(term.graded_count)
            ) AS object
            FROM (
              SELECT graded.first_day, graded.weight, count(graded.points_awarded) OVER by_then AS graded_count,
                CASE WHEN course.grading_method = 'TOTAL_POINTS'
                  THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then
                    / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then
                  ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible)
                    FILTER (WHERE NOT graded.is_extra_credit) OVER by_then
                END
                + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000)
                  FILTER (WHERE graded.is_extra_credit) OVER by_then, 0)
                  / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then AS value
              FROM (
                SELECT dated.day, NULL::date AS first_day, dated.weight_group_id, NULL::numeric AS weight, dated.is_extra_credit,
                  dated.points_possible, dated.points_awarded
                FROM (
                  SELECT work.*, coalesce(work.graded_on, (work.graded_at AT TIME ZONE family.time_zone)::date, work.due_date,
                    (work.created_at AT TIME ZONE family.time_zone)::date) AS day
                  FROM assignments work
                  WHERE work.family_id = course.family_id AND work.course_id = course.id AND work.is_counted
                    AND work.points_awarded IS NOT NULL
                    AND (work.weight_group_id IS NOT NULL OR NOT EXISTS (
                      SELECT 1 FROM weight_groups grouped
                      WHERE grouped.family_id = course.family_id AND grouped.course_id = course.id
                    ))
                ) dated
                WHERE dated.day <= date '2026-08-31'
                UNION ALL
                SELECT period.last_day, period.first_day, ends.id, ends.weight, false, NULL, NULL
                FROM (
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
                ) period
                CROSS JOIN (
                  SELECT weighed.id, weighed.weight FROM weight_groups weighed
                  WHERE weighed.family_id = course.family_id AND weighed.course_id = course.id
                  UNION ALL
                  SELECT NULL, 1 WHERE NOT EXISTS (
                    SELECT 1 FROM weight_groups grouped
                    WHERE grouped.family_id = course.family_id AND grouped.course_id = course.id
                  )
                ) ends
              ) graded
              WINDOW by_then AS (PARTITION BY graded.weight_group_id ORDER BY graded.day)
            ) term
            WHERE term.first_day IS NOT NULL
            GROUP BY term.first_day
            HAVING sum(term.graded_count) > 0
            ORDER BY term.first_day
            LIMIT 54
          ) periods
        )
      ) AS object
      FROM courses course
      WHERE course.family_id = family.family_id
      ORDER BY course.name, course.id
      LIMIT 50
    ) courses
  ))
  FROM families family
  WHERE family.family_id = :family_id::uuid
)) AS answer;
