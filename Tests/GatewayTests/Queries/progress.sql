-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.students Student
SELECT members_1.family_id, members_1.name, (SELECT round(round(sum((step.points + CASE WHEN $1 AND step.points > 0 THEN CASE course.level WHEN 'HONORS' THEN 0.5 WHEN 'ADVANCED' THEN 1 ELSE 0 END ELSE 0 END) * coalesce(course.credit_hours, 1)) * 1.000000000000000000000000000000 / sum(coalesce(course.credit_hours, 1)), 15), 2)
    FROM (SELECT work.course_id, round(round(avg(work.percentage), 15), 2) AS plain_mean
      FROM assignments work
      WHERE work.family_id = $2 AND work.student_id = members_1.id GROUP BY work.course_id) taken JOIN courses course ON course.family_id = $2 AND course.id = taken.course_id LEFT JOIN grade_overrides byhand ON byhand.family_id = $2 AND byhand.course_id = course.id AND byhand.student_id = members_1.id
    CROSS JOIN LATERAL (VALUES (coalesce(byhand.grade, CASE WHEN course.is_plain_mean THEN taken.plain_mean ELSE general_grade($2, course.id, course.grading_method, false, members_1.id) END)) OFFSET 0) result (grade)
    CROSS JOIN LATERAL (VALUES (CASE WHEN course.id <> ALL (ARRAY(SELECT choice.course_id
            FROM grade_scale_choices choice
            WHERE choice.family_id = $2)) THEN (ready_made_points('PLUS_MINUS'))[width_bucket(result.grade, ready_made_bounds('PLUS_MINUS'))] ELSE (grade_step($2, course.id, members_1.id, result.grade)).points END) OFFSET 0) step (points)
    WHERE course.status <> 'ARCHIVED' AND NOT course.is_excluded_from_grade_point_average AND coalesce(course.credit_hours, 1) > 0 AND step.points IS NOT NULL), members_1.id
  FROM members members_1
  WHERE members_1.family_id = $2 AND members_1.role = 'STUDENT'
  ORDER BY members_1.name, members_1.id
  LIMIT $3 OFFSET $4;
-- $1 = bool(true), $2 = the viewer's family, $3 = 50, $4 = 0

-- family.students.meanProgress MeanPeriod
SELECT mean_periods_2.family_id, mean_periods_2.student_id, mean_periods_2.first_day, mean_periods_2.mean, mean_periods_2.graded_count
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT asked.family_id, asked.id AS student_id, progress.*
      FROM members asked
      CROSS JOIN LATERAL (WITH work AS MATERIALIZED (SELECT coalesce(graded.graded_on, (graded.graded_at AT TIME ZONE home.time_zone)::date, graded.due_date, (graded.created_at AT TIME ZONE home.time_zone)::date) AS day, CASE WHEN course.is_plain_mean THEN uuid '00000000-0000-0000-0000-000000000000' ELSE course.id END AS course_id, CASE WHEN NOT course.is_plain_mean THEN graded.weight_group_id END AS weight_group_id, coalesce(g.weight, 1) AS weight, coalesce(course.grading_method, 'MEAN_OF_PERCENTAGES') AS method, graded.is_extra_credit, graded.points_possible, graded.points_awarded
          FROM assignments graded CROSS JOIN (SELECT (SELECT home.time_zone
              FROM families home
              WHERE home.family_id = $1) AS time_zone OFFSET 0) home LEFT JOIN courses course ON course.family_id = $1 AND course.id = graded.course_id LEFT JOIN weight_groups g ON g.family_id = $1 AND g.id = graded.weight_group_id
          WHERE graded.family_id = $1 AND graded.student_id = asked.id AND graded.is_counted AND graded.percentage IS NOT NULL AND (course.is_plain_mean IS NOT FALSE OR (graded.weight_group_id IS NOT NULL OR NOT EXISTS (SELECT 1
                FROM weight_groups grouped
                WHERE grouped.family_id = $1 AND grouped.course_id = course.id)))) SELECT course.first_day, round(round(sum(course.work_count * course.grade) / sum(course.work_count), 15), 2) AS mean, sum(course.work_count)::int4 AS graded_count
        FROM (SELECT term.first_day, sum(term.work_count) AS work_count, sum(term.weight * term.value) FILTER (WHERE term.value IS NOT NULL) / sum(term.weight) FILTER (WHERE term.value IS NOT NULL) AS grade
          FROM (SELECT graded.first_day, graded.course_id, graded.weight, CASE WHEN graded.method = 'TOTAL_POINTS' THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then END + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit) OVER by_then, 0) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then AS value, count(graded.points_awarded) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then AS work_count
            FROM (SELECT work.*, NULL::date AS first_day
              FROM work
              WHERE work.day <= $4
              UNION ALL SELECT period.to_day, ends.course_id, ends.weight_group_id, ends.weight, ends.method, false, NULL, NULL, period.first_day
              FROM (SELECT greatest(starts.day, date '0001-01-01') AS first_day, greatest(starts.day, $5) AS from_day, least((starts.day + rule.step)::date - 1, $4) AS to_day
                FROM (SELECT lower($6) AS unit, ('1 ' || lower($6))::interval AS step, CASE $6 WHEN 'WEEK' THEN (SELECT array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], reader.week_start) - 1
                    FROM members reader
                    WHERE reader.family_id = $1 AND reader.id = $7) ELSE 0 END AS shift OFFSET 0) rule CROSS JOIN generate_series(0, ($4 - $5) / CASE $6 WHEN 'DAY' THEN 1 WHEN 'WEEK' THEN 7 ELSE 28 END + 1) AS number
                CROSS JOIN LATERAL (SELECT (date_trunc(rule.unit, ($5 - rule.shift)::timestamp) + rule.shift * interval '1 day' + number * rule.step)::date AS day) starts
                WHERE starts.day <= $4) period CROSS JOIN (SELECT DISTINCT work.course_id, work.weight_group_id, work.weight, work.method
                FROM work) ends) graded WINDOW by_then AS (PARTITION BY graded.course_id, graded.weight_group_id
              ORDER BY graded.day)) term
          WHERE term.first_day IS NOT NULL GROUP BY term.first_day, term.course_id) course
        WHERE course.grade IS NOT NULL GROUP BY course.first_day) progress
      WHERE asked.family_id = $1) mean_periods_2
    WHERE mean_periods_2.family_id = $1 AND mean_periods_2.student_id = parents_2.key
    ORDER BY mean_periods_2.first_day
    LIMIT $8) mean_periods_2
  ORDER BY mean_periods_2.first_day;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = literal("2026-11-30", date), $5 = literal("2026-06-01", date), $6 = 'MONTH', $7 = the viewer's member, $8 = 6

-- family.students.gradePointAverageProgress GradePointAveragePeriod
SELECT grade_point_average_periods_3.family_id, grade_point_average_periods_3.student_id, grade_point_average_periods_3.first_day, grade_point_average_periods_3.average, grade_point_average_periods_3.course_count
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_3
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT asked.family_id, asked.id AS student_id, progress.*
      FROM members asked
      CROSS JOIN LATERAL (WITH graded AS MATERIALIZED (SELECT course.id, course.level, course.credit_hours, grades.first_day, grades.grade
          FROM courses course
          CROSS JOIN LATERAL (SELECT term.first_day, round(round(sum(term.weight * term.value) FILTER (WHERE term.value IS NOT NULL) / sum(term.weight) FILTER (WHERE term.value IS NOT NULL), 15), 2) AS grade, sum(term.graded_count)::int4 AS graded_count
            FROM (SELECT graded.first_day, graded.weight, CASE WHEN course.grading_method = 'TOTAL_POINTS' THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then END + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit) OVER by_then, 0) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then AS value, count(graded.points_awarded) OVER by_then AS graded_count
              FROM (SELECT dated.day, NULL::date AS first_day, dated.weight_group_id, NULL::numeric AS weight, dated.is_extra_credit, dated.points_possible, dated.points_awarded, dated.percentage
                FROM (SELECT graded.*, coalesce(graded.graded_on, (graded.graded_at AT TIME ZONE home.time_zone)::date, graded.due_date, (graded.created_at AT TIME ZONE home.time_zone)::date) AS day
                  FROM assignments graded CROSS JOIN (SELECT (SELECT home.time_zone
                      FROM families home
                      WHERE home.family_id = $1) AS time_zone OFFSET 0) home
                  WHERE graded.family_id = $1 AND graded.course_id = course.id AND graded.student_id IS NOT DISTINCT
                  FROM asked.id AND graded.is_counted AND graded.points_awarded IS NOT NULL AND (graded.weight_group_id IS NOT NULL OR NOT EXISTS (SELECT 1
                      FROM weight_groups grouped
                      WHERE grouped.family_id = $1 AND grouped.course_id = course.id))) dated
                WHERE dated.day <= $4
                UNION ALL SELECT period.to_day, period.first_day, ends.id, ends.weight, false, NULL, NULL, NULL
                FROM (SELECT greatest(starts.day, date '0001-01-01') AS first_day, greatest(starts.day, $5) AS from_day, least((starts.day + rule.step)::date - 1, $4) AS to_day
                  FROM (SELECT lower($6) AS unit, ('1 ' || lower($6))::interval AS step, CASE $6 WHEN 'WEEK' THEN (SELECT array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], reader.week_start) - 1
                      FROM members reader
                      WHERE reader.family_id = $1 AND reader.id = $7) ELSE 0 END AS shift OFFSET 0) rule CROSS JOIN generate_series(0, ($4 - $5) / CASE $6 WHEN 'DAY' THEN 1 WHEN 'WEEK' THEN 7 ELSE 28 END + 1) AS number
                  CROSS JOIN LATERAL (SELECT (date_trunc(rule.unit, ($5 - rule.shift)::timestamp) + rule.shift * interval '1 day' + number * rule.step)::date AS day) starts
                  WHERE starts.day <= $4) period CROSS JOIN (SELECT g.id, g.weight
                  FROM weight_groups g
                  WHERE g.family_id = $1 AND g.course_id = course.id
                  UNION ALL SELECT NULL, 1
                  WHERE NOT EXISTS (SELECT 1
                    FROM weight_groups grouped
                    WHERE grouped.family_id = $1 AND grouped.course_id = course.id)) ends) graded WINDOW by_then AS (PARTITION BY graded.weight_group_id
                ORDER BY graded.day)) term
            WHERE term.first_day IS NOT NULL GROUP BY term.first_day HAVING sum(term.graded_count) > 0) grades
          WHERE course.family_id = $1 AND course.id IN (SELECT work.course_id
            FROM assignments work
            WHERE work.family_id = $1 AND work.student_id = asked.id) AND course.status <> 'ARCHIVED' AND NOT course.is_excluded_from_grade_point_average AND coalesce(course.credit_hours, 1) > 0) SELECT course.first_day, round(round(sum((step.points + CASE WHEN $8 AND step.points > 0 THEN CASE course.level WHEN 'HONORS' THEN 0.5 WHEN 'ADVANCED' THEN 1 ELSE 0 END ELSE 0 END) * coalesce(course.credit_hours, 1)) FILTER (WHERE step.points IS NOT NULL) * 1.000000000000000000000000000000 / sum(coalesce(course.credit_hours, 1)) FILTER (WHERE step.points IS NOT NULL), 15), 2) AS average, (count(*) FILTER (WHERE step.points IS NOT NULL))::int4 AS course_count
        FROM graded course LEFT JOIN (SELECT found.id, found.grade, given.points
          FROM (SELECT DISTINCT id, grade
            FROM graded) found
          CROSS JOIN LATERAL grade_step($1, found.id, asked.id, found.grade) given) step ON step.id = course.id AND step.grade = course.grade GROUP BY course.first_day) progress
      WHERE asked.family_id = $1) grade_point_average_periods_3
    WHERE grade_point_average_periods_3.family_id = $1 AND grade_point_average_periods_3.student_id = parents_3.key
    ORDER BY grade_point_average_periods_3.first_day
    LIMIT $9) grade_point_average_periods_3
  ORDER BY grade_point_average_periods_3.first_day;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = literal("2026-11-30", date), $5 = literal("2026-06-01", date), $6 = 'MONTH', $7 = the viewer's member, $8 = bool(true), $9 = 6

-- family.students.focus CourseFocus
WITH found AS MATERIALIZED (SELECT course_focuses_4.family_id AS c0, course_focuses_4.student_id AS c1, course_focuses_4.course_id AS c2, course_focuses_4.grade AS c3, course_focuses_4.gain AS c4, course_focuses_4.open_count AS c5, course_focuses_4.missing AS c6
    FROM (SELECT members_1.id AS key
      FROM members members_1
      WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
      ORDER BY members_1.name, members_1.id
      LIMIT $2 OFFSET $3) parents_4
    CROSS JOIN LATERAL (SELECT *
      FROM (SELECT focus.*
        FROM (SELECT course.family_id, work.student_id, course.id AS course_id, graded.grade, work.open_count, round(round((SELECT sum(term.weight * term.value) / sum(term.weight)
                FROM (SELECT coalesce((SELECT g.weight
                      FROM weight_groups g
                      WHERE g.family_id = $1 AND g.id = graded.weight_group_id), 1) AS weight, CASE WHEN course.grading_method = 'TOTAL_POINTS' THEN sum(CASE WHEN graded.points_awarded IS NULL THEN graded.points_possible / 10 ELSE 0 END * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) ELSE avg(CASE WHEN graded.points_awarded IS NULL THEN graded.points_possible / 10 ELSE 0 END * 100.000000000000000000000000000000 / graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) END + coalesce(sum(CASE WHEN graded.points_awarded IS NULL THEN graded.points_possible / 10 ELSE 0 END * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit), 0) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) AS value
                  FROM assignments graded
                  WHERE graded.family_id = $1 AND graded.course_id = course.id AND graded.student_id IS NOT DISTINCT
                  FROM work.student_id AND graded.is_counted AND CASE WHEN graded.points_awarded IS NULL THEN graded.points_possible / 10 ELSE 0 END IS NOT NULL AND (graded.weight_group_id IS NOT NULL OR NOT EXISTS (SELECT 1
                      FROM weight_groups grouped
                      WHERE grouped.family_id = $1 AND grouped.course_id = course.id)) GROUP BY graded.weight_group_id) term
                WHERE term.value IS NOT NULL), 15), 2) AS gain, CASE WHEN course.target_grade > graded.grade THEN course.target_grade - graded.grade WHEN course.target_grade <= graded.grade THEN 0 END AS missing
          FROM (SELECT open.student_id, open.course_id, count(*)::int4 AS open_count
            FROM assignments open
            WHERE open.family_id = $1 AND open.course_id IS NOT NULL AND open.points_awarded IS NULL AND open.points_possible IS NOT NULL AND open.is_counted GROUP BY open.student_id, open.course_id) work JOIN courses course ON course.family_id = $1 AND course.id = work.course_id
          CROSS JOIN LATERAL (SELECT CASE WHEN course.is_plain_mean THEN (SELECT round(round(avg(graded.percentage), 15), 2)
              FROM assignments graded
              WHERE graded.family_id = $1 AND graded.course_id = course.id AND graded.student_id = work.student_id) ELSE general_grade($1, course.id, course.grading_method, false, work.student_id) END AS grade OFFSET 0) graded
          WHERE course.status = 'ACTIVE') focus
        WHERE focus.gain > 0) course_focuses_4
      WHERE course_focuses_4.family_id = $1 AND course_focuses_4.student_id = parents_4.key
      ORDER BY course_focuses_4.gain DESC, course_focuses_4.course_id
      LIMIT $4 OFFSET $5) course_focuses_4
    ORDER BY course_focuses_4.gain DESC, course_focuses_4.course_id) SELECT c0, c1, c2, c3, c4, c5, c6
  FROM found
  WHERE (SELECT set_config('hatched.keys_4_2', array_to_string(array_agg(c2), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 50, $5 = 0

-- family.students.focus.course Course
SELECT courses_5.family_id, courses_5.id, courses_5.name
  FROM courses courses_5
  WHERE courses_5.family_id = $1;
-- $1 = the viewer's family

-- family.students.focus.course.gradeProgress GradePeriod
SELECT grade_periods_6.family_id, grade_periods_6.course_id, grade_periods_6.first_day, grade_periods_6.grade, grade_periods_6.graded_count
  FROM (SELECT courses_5.id AS key
    FROM (SELECT DISTINCT key
      FROM unnest(string_to_array(current_setting('hatched.keys_4_2', true), ',', '')::uuid[]) wanted(key)) parents_5
    CROSS JOIN LATERAL (SELECT *
      FROM courses courses_5
      WHERE courses_5.family_id = $1 AND courses_5.id = parents_5.key OFFSET 0) courses_5) parents_6
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT course.family_id, course.id AS course_id, progress.*
      FROM courses course
      CROSS JOIN LATERAL (SELECT term.first_day, round(round(sum(term.weight * term.value) FILTER (WHERE term.value IS NOT NULL) / sum(term.weight) FILTER (WHERE term.value IS NOT NULL), 15), 2) AS grade, sum(term.graded_count)::int4 AS graded_count
        FROM (SELECT graded.first_day, graded.weight, CASE WHEN course.grading_method = 'TOTAL_POINTS' THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then END + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit) OVER by_then, 0) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then AS value, count(graded.points_awarded) OVER by_then AS graded_count
          FROM (SELECT dated.day, NULL::date AS first_day, dated.weight_group_id, NULL::numeric AS weight, dated.is_extra_credit, dated.points_possible, dated.points_awarded, dated.percentage
            FROM (SELECT graded.*, coalesce(graded.graded_on, (graded.graded_at AT TIME ZONE home.time_zone)::date, graded.due_date, (graded.created_at AT TIME ZONE home.time_zone)::date) AS day
              FROM assignments graded CROSS JOIN (SELECT (SELECT home.time_zone
                  FROM families home
                  WHERE home.family_id = $1) AS time_zone OFFSET 0) home
              WHERE graded.family_id = $1 AND graded.course_id = course.id AND graded.is_counted AND graded.points_awarded IS NOT NULL AND (graded.weight_group_id IS NOT NULL OR NOT EXISTS (SELECT 1
                  FROM weight_groups grouped
                  WHERE grouped.family_id = $1 AND grouped.course_id = course.id))) dated
            WHERE dated.day <= $2
            UNION ALL SELECT period.to_day, period.first_day, ends.id, ends.weight, false, NULL, NULL, NULL
            FROM (SELECT greatest(starts.day, date '0001-01-01') AS first_day, greatest(starts.day, $3) AS from_day, least((starts.day + rule.step)::date - 1, $2) AS to_day
              FROM (SELECT lower($4) AS unit, ('1 ' || lower($4))::interval AS step, CASE $4 WHEN 'WEEK' THEN (SELECT array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], reader.week_start) - 1
                  FROM members reader
                  WHERE reader.family_id = $1 AND reader.id = $5) ELSE 0 END AS shift OFFSET 0) rule CROSS JOIN generate_series(0, ($2 - $3) / CASE $4 WHEN 'DAY' THEN 1 WHEN 'WEEK' THEN 7 ELSE 28 END + 1) AS number
              CROSS JOIN LATERAL (SELECT (date_trunc(rule.unit, ($3 - rule.shift)::timestamp) + rule.shift * interval '1 day' + number * rule.step)::date AS day) starts
              WHERE starts.day <= $2) period CROSS JOIN (SELECT g.id, g.weight
              FROM weight_groups g
              WHERE g.family_id = $1 AND g.course_id = course.id
              UNION ALL SELECT NULL, 1
              WHERE NOT EXISTS (SELECT 1
                FROM weight_groups grouped
                WHERE grouped.family_id = $1 AND grouped.course_id = course.id)) ends) graded WINDOW by_then AS (PARTITION BY graded.weight_group_id
            ORDER BY graded.day)) term
        WHERE term.first_day IS NOT NULL GROUP BY term.first_day HAVING sum(term.graded_count) > 0) progress
      WHERE course.family_id = $1) grade_periods_6
    WHERE grade_periods_6.family_id = $1 AND grade_periods_6.course_id = parents_6.key
    ORDER BY grade_periods_6.first_day
    LIMIT $6) grade_periods_6
  ORDER BY grade_periods_6.first_day;
-- $1 = the viewer's family, $2 = literal("2026-09-20", date), $3 = literal("2026-08-31", date), $4 = 'WEEK', $5 = the viewer's member, $6 = 4
