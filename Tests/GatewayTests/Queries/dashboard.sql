-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.students Student
SELECT members_1.family_id, members_1.id, members_1.name
  FROM members members_1
  WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
  ORDER BY members_1.name, members_1.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 2, $3 = 0

-- family.students.assignmentsSummary Assignment
SELECT parents_2.scope, parents_2.key, assignments_2.c2, assignments_2.c3, assignments_2.c4
  FROM (SELECT members_1.family_id AS scope, members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_2
  CROSS JOIN LATERAL (SELECT count(*)::int4 AS c2, count(assignments_2.percentage)::int4 AS c3, (SELECT round(round((coalesce(sum(assignments_2.percentage) FILTER (WHERE assignments_2.is_counted AND assignments_2.percentage IS NOT NULL AND NOT assignments_2.is_extra_credit AND NOT coalesce(assignments_2.course_id = ANY (ARRAY(SELECT other.id
                      FROM courses other
                      WHERE other.family_id = $1 AND NOT other.is_plain_mean)), false)), 0) + coalesce(count(*) FILTER (WHERE assignments_2.is_counted AND assignments_2.percentage IS NOT NULL AND assignments_2.course_id IS NULL AND NOT assignments_2.is_extra_credit) * sum(assignments_2.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE assignments_2.is_counted AND assignments_2.percentage IS NOT NULL AND assignments_2.course_id IS NULL AND assignments_2.is_extra_credit) / sum(assignments_2.points_possible) FILTER (WHERE assignments_2.is_counted AND assignments_2.percentage IS NOT NULL AND assignments_2.course_id IS NULL AND NOT assignments_2.is_extra_credit), 0) + coalesce(sum(course.mass), 0)) / nullif(count(*) FILTER (WHERE assignments_2.is_counted AND assignments_2.percentage IS NOT NULL AND NOT assignments_2.is_extra_credit AND NOT coalesce(assignments_2.course_id = ANY (ARRAY(SELECT other.id
                    FROM courses other
                    WHERE other.family_id = $1 AND NOT other.is_plain_mean)), false)) + coalesce(sum(course.work_count), 0), 0), 15), 2)
      FROM (SELECT sum(term.work_count) * sum(term.weight * term.value) FILTER (WHERE term.value IS NOT NULL) / sum(term.weight) FILTER (WHERE term.value IS NOT NULL) AS mass, sum(term.work_count) AS work_count
        FROM (SELECT graded.course_id, coalesce(g.weight, 1) AS weight, CASE WHEN taken.grading_method = 'TOTAL_POINTS' THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) END + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit), 0) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) AS value, count(*) FILTER (WHERE NOT graded.is_extra_credit) AS work_count
          FROM unnest(array_agg(ROW(assignments_2.course_id, assignments_2.weight_group_id, assignments_2.is_extra_credit, assignments_2.points_awarded, assignments_2.points_possible)) FILTER (WHERE assignments_2.is_counted AND assignments_2.percentage IS NOT NULL AND coalesce(assignments_2.course_id = ANY (ARRAY(SELECT other.id
                    FROM courses other
                    WHERE other.family_id = $1 AND NOT other.is_plain_mean)), false))) AS graded (course_id uuid, weight_group_id uuid, is_extra_credit boolean, points_awarded numeric, points_possible numeric) JOIN courses taken ON taken.family_id = $1 AND taken.id = graded.course_id LEFT JOIN weight_groups g ON g.family_id = $1 AND g.id = graded.weight_group_id
          WHERE (graded.weight_group_id IS NOT NULL OR NOT EXISTS (SELECT 1
              FROM weight_groups grouped
              WHERE grouped.family_id = $1 AND grouped.course_id = graded.course_id)) GROUP BY graded.course_id, taken.grading_method, graded.weight_group_id, g.weight) term GROUP BY term.course_id HAVING count(term.value) > 0) course) AS c4
    FROM assignments assignments_2
    WHERE assignments_2.family_id = $1 AND assignments_2.student_id = parents_2.key) assignments_2;
-- $1 = the viewer's family, $2 = 2, $3 = 0

-- family.students.assignmentsSummary.bySubject Assignment
SELECT parents_3.scope, parents_3.key, assignments_3.c2, assignments_3.c3, assignments_3.c4
  FROM (SELECT members_1.family_id AS scope, members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_3
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT (SELECT courses_g1.subject_id
        FROM courses courses_g1
        WHERE courses_g1.family_id = $1 AND courses_g1.id = assignments_3.course_id) AS c2, count(*)::int4 AS c3, (SELECT round(round((coalesce(sum(assignments_3.percentage) FILTER (WHERE assignments_3.is_counted AND assignments_3.percentage IS NOT NULL AND NOT assignments_3.is_extra_credit AND NOT coalesce(assignments_3.course_id = ANY (ARRAY(SELECT other.id
                        FROM courses other
                        WHERE other.family_id = $1 AND NOT other.is_plain_mean)), false)), 0) + coalesce(count(*) FILTER (WHERE assignments_3.is_counted AND assignments_3.percentage IS NOT NULL AND assignments_3.course_id IS NULL AND NOT assignments_3.is_extra_credit) * sum(assignments_3.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE assignments_3.is_counted AND assignments_3.percentage IS NOT NULL AND assignments_3.course_id IS NULL AND assignments_3.is_extra_credit) / sum(assignments_3.points_possible) FILTER (WHERE assignments_3.is_counted AND assignments_3.percentage IS NOT NULL AND assignments_3.course_id IS NULL AND NOT assignments_3.is_extra_credit), 0) + coalesce(sum(course.mass), 0)) / nullif(count(*) FILTER (WHERE assignments_3.is_counted AND assignments_3.percentage IS NOT NULL AND NOT assignments_3.is_extra_credit AND NOT coalesce(assignments_3.course_id = ANY (ARRAY(SELECT other.id
                      FROM courses other
                      WHERE other.family_id = $1 AND NOT other.is_plain_mean)), false)) + coalesce(sum(course.work_count), 0), 0), 15), 2)
        FROM (SELECT sum(term.work_count) * sum(term.weight * term.value) FILTER (WHERE term.value IS NOT NULL) / sum(term.weight) FILTER (WHERE term.value IS NOT NULL) AS mass, sum(term.work_count) AS work_count
          FROM (SELECT graded.course_id, coalesce(g.weight, 1) AS weight, CASE WHEN taken.grading_method = 'TOTAL_POINTS' THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) END + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit), 0) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) AS value, count(*) FILTER (WHERE NOT graded.is_extra_credit) AS work_count
            FROM unnest(array_agg(ROW(assignments_3.course_id, assignments_3.weight_group_id, assignments_3.is_extra_credit, assignments_3.points_awarded, assignments_3.points_possible)) FILTER (WHERE assignments_3.is_counted AND assignments_3.percentage IS NOT NULL AND coalesce(assignments_3.course_id = ANY (ARRAY(SELECT other.id
                      FROM courses other
                      WHERE other.family_id = $1 AND NOT other.is_plain_mean)), false))) AS graded (course_id uuid, weight_group_id uuid, is_extra_credit boolean, points_awarded numeric, points_possible numeric) JOIN courses taken ON taken.family_id = $1 AND taken.id = graded.course_id LEFT JOIN weight_groups g ON g.family_id = $1 AND g.id = graded.weight_group_id
            WHERE (graded.weight_group_id IS NOT NULL OR NOT EXISTS (SELECT 1
                FROM weight_groups grouped
                WHERE grouped.family_id = $1 AND grouped.course_id = graded.course_id)) GROUP BY graded.course_id, taken.grading_method, graded.weight_group_id, g.weight) term GROUP BY term.course_id HAVING count(term.value) > 0) course) AS c4
      FROM assignments assignments_3
      WHERE assignments_3.family_id = $1 AND assignments_3.student_id = parents_3.key GROUP BY 1) assignments_3
    ORDER BY (SELECT subjects_o.name
      FROM subjects subjects_o
      WHERE subjects_o.family_id = $1 AND subjects_o.id = assignments_3.c2), assignments_3.c2
    LIMIT $4 OFFSET $5) assignments_3
  ORDER BY (SELECT subjects_o.name
    FROM subjects subjects_o
    WHERE subjects_o.family_id = $1 AND subjects_o.id = assignments_3.c2), assignments_3.c2;
-- $1 = the viewer's family, $2 = 2, $3 = 0, $4 = 3, $5 = 0

-- family.students.assignmentsSummary.bySubject.subject Subject
SELECT subjects_4.family_id, subjects_4.id, subjects_4.name
  FROM subjects subjects_4
  WHERE subjects_4.family_id = $1;
-- $1 = the viewer's family

-- family.assignmentsSummary Assignment
SELECT parents_5.scope, parents_5.key, assignments_5.c2
  FROM (SELECT families_0.family_id AS scope, families_0.family_id AS key
    FROM families families_0
    WHERE families_0.family_id = $1) parents_5
  CROSS JOIN LATERAL (SELECT count(*)::int4 AS c2
    FROM assignments assignments_5
    WHERE assignments_5.family_id = $1 AND assignments_5.family_id = parents_5.key AND CASE WHEN assignments_5.points_awarded IS NOT NULL THEN 'GRADED' WHEN assignments_5.done_at IS NOT NULL THEN 'DONE' WHEN coalesce(assignments_5.points_awarded IS NULL AND (assignments_5.due_date + coalesce(assignments_5.due_time, time '23:59:59.999999')) AT TIME ZONE (SELECT home.time_zone
        FROM families home
        WHERE home.family_id = $1) < now() AND (assignments_5.course_id IS NULL OR assignments_5.course_id NOT IN (SELECT ended.id
          FROM courses ended
          WHERE ended.family_id = $1 AND NOT ended.status = 'ACTIVE')), false) THEN 'OVERDUE' ELSE 'OPEN' END = $2) assignments_5;
-- $1 = the viewer's family, $2 = 'GRADED'

-- family.assignmentsSummary.byState Assignment
SELECT parents_6.scope, parents_6.key, assignments_6.c2, assignments_6.c3
  FROM (SELECT families_0.family_id AS scope, families_0.family_id AS key
    FROM families families_0
    WHERE families_0.family_id = $1) parents_6
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT CASE WHEN assignments_6.points_awarded IS NOT NULL THEN 'GRADED' WHEN assignments_6.done_at IS NOT NULL THEN 'DONE' WHEN coalesce(assignments_6.points_awarded IS NULL AND (assignments_6.due_date + coalesce(assignments_6.due_time, time '23:59:59.999999')) AT TIME ZONE (SELECT home.time_zone
          FROM families home
          WHERE home.family_id = $1) < now() AND (assignments_6.course_id IS NULL OR assignments_6.course_id NOT IN (SELECT ended.id
            FROM courses ended
            WHERE ended.family_id = $1 AND NOT ended.status = 'ACTIVE')), false) THEN 'OVERDUE' ELSE 'OPEN' END AS c2, count(*)::int4 AS c3
      FROM assignments assignments_6
      WHERE assignments_6.family_id = $1 AND assignments_6.family_id = parents_6.key AND CASE WHEN assignments_6.points_awarded IS NOT NULL THEN 'GRADED' WHEN assignments_6.done_at IS NOT NULL THEN 'DONE' WHEN coalesce(assignments_6.points_awarded IS NULL AND (assignments_6.due_date + coalesce(assignments_6.due_time, time '23:59:59.999999')) AT TIME ZONE (SELECT home.time_zone
          FROM families home
          WHERE home.family_id = $1) < now() AND (assignments_6.course_id IS NULL OR assignments_6.course_id NOT IN (SELECT ended.id
            FROM courses ended
            WHERE ended.family_id = $1 AND NOT ended.status = 'ACTIVE')), false) THEN 'OVERDUE' ELSE 'OPEN' END = $2 GROUP BY 1) assignments_6
    ORDER BY assignments_6.c2
    LIMIT $3 OFFSET $4) assignments_6
  ORDER BY assignments_6.c2;
-- $1 = the viewer's family, $2 = 'GRADED', $3 = 50, $4 = 0

-- family.assignmentsSummary.byWeek Assignment
SELECT parents_7.scope, parents_7.key, assignments_7.c2, assignments_7.c3, assignments_7.c4, assignments_7.c5
  FROM (SELECT families_0.family_id AS scope, families_0.family_id AS key
    FROM families families_0
    WHERE families_0.family_id = $1) parents_7
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT CASE WHEN (assignments_7.due_date - (extract(isodow
            FROM assignments_7.due_date)::int + 7 - (SELECT array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], own.week_start)
            FROM members own
            WHERE own.family_id = $1 AND own.id = $2)) % 7) < date '0001-01-01' THEN date '0001-01-01' ELSE (assignments_7.due_date - (extract(isodow
            FROM assignments_7.due_date)::int + 7 - (SELECT array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], own.week_start)
            FROM members own
            WHERE own.family_id = $1 AND own.id = $2)) % 7) END AS c2, count(*)::int4 AS c3, count(assignments_7.percentage)::int4 AS c4, (SELECT round(round((coalesce(sum(assignments_7.percentage) FILTER (WHERE assignments_7.is_counted AND assignments_7.percentage IS NOT NULL AND NOT assignments_7.is_extra_credit AND NOT coalesce(assignments_7.course_id = ANY (ARRAY(SELECT other.id
                        FROM courses other
                        WHERE other.family_id = $1 AND NOT other.is_plain_mean)), false)), 0) + coalesce(count(*) FILTER (WHERE assignments_7.is_counted AND assignments_7.percentage IS NOT NULL AND assignments_7.course_id IS NULL AND NOT assignments_7.is_extra_credit) * sum(assignments_7.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE assignments_7.is_counted AND assignments_7.percentage IS NOT NULL AND assignments_7.course_id IS NULL AND assignments_7.is_extra_credit) / sum(assignments_7.points_possible) FILTER (WHERE assignments_7.is_counted AND assignments_7.percentage IS NOT NULL AND assignments_7.course_id IS NULL AND NOT assignments_7.is_extra_credit), 0) + coalesce(sum(course.mass), 0)) / nullif(count(*) FILTER (WHERE assignments_7.is_counted AND assignments_7.percentage IS NOT NULL AND NOT assignments_7.is_extra_credit AND NOT coalesce(assignments_7.course_id = ANY (ARRAY(SELECT other.id
                      FROM courses other
                      WHERE other.family_id = $1 AND NOT other.is_plain_mean)), false)) + coalesce(sum(course.work_count), 0), 0), 15), 2)
        FROM (SELECT sum(term.work_count) * sum(term.weight * term.value) FILTER (WHERE term.value IS NOT NULL) / sum(term.weight) FILTER (WHERE term.value IS NOT NULL) AS mass, sum(term.work_count) AS work_count
          FROM (SELECT graded.course_id, coalesce(g.weight, 1) AS weight, CASE WHEN taken.grading_method = 'TOTAL_POINTS' THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) END + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit), 0) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) AS value, count(*) FILTER (WHERE NOT graded.is_extra_credit) AS work_count
            FROM unnest(array_agg(ROW(assignments_7.course_id, assignments_7.weight_group_id, assignments_7.is_extra_credit, assignments_7.points_awarded, assignments_7.points_possible)) FILTER (WHERE assignments_7.is_counted AND assignments_7.percentage IS NOT NULL AND coalesce(assignments_7.course_id = ANY (ARRAY(SELECT other.id
                      FROM courses other
                      WHERE other.family_id = $1 AND NOT other.is_plain_mean)), false))) AS graded (course_id uuid, weight_group_id uuid, is_extra_credit boolean, points_awarded numeric, points_possible numeric) JOIN courses taken ON taken.family_id = $1 AND taken.id = graded.course_id LEFT JOIN weight_groups g ON g.family_id = $1 AND g.id = graded.weight_group_id
            WHERE (graded.weight_group_id IS NOT NULL OR NOT EXISTS (SELECT 1
                FROM weight_groups grouped
                WHERE grouped.family_id = $1 AND grouped.course_id = graded.course_id)) GROUP BY graded.course_id, taken.grading_method, graded.weight_group_id, g.weight) term GROUP BY term.course_id HAVING count(term.value) > 0) course) AS c5
      FROM assignments assignments_7
      WHERE assignments_7.family_id = $1 AND assignments_7.family_id = parents_7.key AND CASE WHEN assignments_7.points_awarded IS NOT NULL THEN 'GRADED' WHEN assignments_7.done_at IS NOT NULL THEN 'DONE' WHEN coalesce(assignments_7.points_awarded IS NULL AND (assignments_7.due_date + coalesce(assignments_7.due_time, time '23:59:59.999999')) AT TIME ZONE (SELECT home.time_zone
          FROM families home
          WHERE home.family_id = $1) < now() AND (assignments_7.course_id IS NULL OR assignments_7.course_id NOT IN (SELECT ended.id
            FROM courses ended
            WHERE ended.family_id = $1 AND NOT ended.status = 'ACTIVE')), false) THEN 'OVERDUE' ELSE 'OPEN' END = $3 GROUP BY 1) assignments_7
    ORDER BY assignments_7.c2
    LIMIT $4 OFFSET $5) assignments_7
  ORDER BY assignments_7.c2;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = 'GRADED', $4 = 3, $5 = 1
