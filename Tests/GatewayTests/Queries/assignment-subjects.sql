-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.assignments Assignment
SELECT assignments_1.family_id, assignments_1.id, assignments_1.title, (SELECT courses_g1.subject_id
    FROM courses courses_g1
    WHERE courses_g1.family_id = $1 AND courses_g1.id = assignments_1.course_id), assignments_1.course_id
  FROM assignments assignments_1
  WHERE assignments_1.family_id = $1
  ORDER BY assignments_1.due_date, assignments_1.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 4, $3 = 0

-- family.assignments.subject, family.assignments.course.subject Subject
SELECT subjects_2.family_id, subjects_2.id, subjects_2.name
  FROM subjects subjects_2
  WHERE subjects_2.family_id = $1;
-- $1 = the viewer's family

-- family.assignments.course, family.students.assignmentsSummary.byCourse.course Course
SELECT courses_3.family_id, courses_3.id, courses_3.subject_id, courses_3.name
  FROM courses courses_3
  WHERE courses_3.family_id = $1;
-- $1 = the viewer's family

-- family.students Student
SELECT members_5.family_id, members_5.id
  FROM members members_5
  WHERE members_5.family_id = $1 AND members_5.role = 'STUDENT'
  ORDER BY members_5.name, members_5.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 2, $3 = 0

-- family.students.assignmentsSummary Assignment
SELECT parents_6.scope, parents_6.key, assignments_6.c2
  FROM (SELECT members_5.family_id AS scope, members_5.id AS key
    FROM members members_5
    WHERE members_5.family_id = $1 AND members_5.role = 'STUDENT'
    ORDER BY members_5.name, members_5.id
    LIMIT $2 OFFSET $3) parents_6
  CROSS JOIN LATERAL (SELECT count(*)::int4 AS c2
    FROM assignments assignments_6
    WHERE assignments_6.family_id = $1 AND assignments_6.student_id = parents_6.key) assignments_6;
-- $1 = the viewer's family, $2 = 2, $3 = 0

-- family.students.assignmentsSummary.byCourse Assignment
SELECT parents_7.scope, parents_7.key, assignments_7.c2, assignments_7.c3, assignments_7.c4, assignments_7.c5
  FROM (SELECT members_5.family_id AS scope, members_5.id AS key
    FROM members members_5
    WHERE members_5.family_id = $1 AND members_5.role = 'STUDENT'
    ORDER BY members_5.name, members_5.id
    LIMIT $2 OFFSET $3) parents_7
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT assignments_7.course_id AS c2, count(*)::int4 AS c3, count(assignments_7.percentage)::int4 AS c4, (SELECT round(round((coalesce(sum(assignments_7.percentage) FILTER (WHERE assignments_7.is_counted AND assignments_7.percentage IS NOT NULL AND NOT assignments_7.is_extra_credit AND NOT coalesce(assignments_7.course_id = ANY (ARRAY(SELECT other.id
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
      WHERE assignments_7.family_id = $1 AND assignments_7.student_id = parents_7.key GROUP BY 1) assignments_7
    ORDER BY (SELECT courses_o.name
      FROM courses courses_o
      WHERE courses_o.family_id = $1 AND courses_o.id = assignments_7.c2), assignments_7.c2
    LIMIT $4 OFFSET $5) assignments_7
  ORDER BY (SELECT courses_o.name
    FROM courses courses_o
    WHERE courses_o.family_id = $1 AND courses_o.id = assignments_7.c2), assignments_7.c2;
-- $1 = the viewer's family, $2 = 2, $3 = 0, $4 = 2, $5 = 0

-- family.students.assignmentsSummary.byStudent Assignment
SELECT parents_9.scope, parents_9.key, assignments_9.c2, assignments_9.c3, assignments_9.c4
  FROM (SELECT members_5.family_id AS scope, members_5.id AS key
    FROM members members_5
    WHERE members_5.family_id = $1 AND members_5.role = 'STUDENT'
    ORDER BY members_5.name, members_5.id
    LIMIT $2 OFFSET $3) parents_9
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT (SELECT members_g1.id
        FROM members members_g1
        WHERE members_g1.family_id = $1 AND members_g1.role = 'STUDENT' AND members_g1.id = assignments_9.student_id) AS c2, count(*)::int4 AS c3, (SELECT round(round((coalesce(sum(assignments_9.percentage) FILTER (WHERE assignments_9.is_counted AND assignments_9.percentage IS NOT NULL AND NOT assignments_9.is_extra_credit AND NOT coalesce(assignments_9.course_id = ANY (ARRAY(SELECT other.id
                        FROM courses other
                        WHERE other.family_id = $1 AND NOT other.is_plain_mean)), false)), 0) + coalesce(count(*) FILTER (WHERE assignments_9.is_counted AND assignments_9.percentage IS NOT NULL AND assignments_9.course_id IS NULL AND NOT assignments_9.is_extra_credit) * sum(assignments_9.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE assignments_9.is_counted AND assignments_9.percentage IS NOT NULL AND assignments_9.course_id IS NULL AND assignments_9.is_extra_credit) / sum(assignments_9.points_possible) FILTER (WHERE assignments_9.is_counted AND assignments_9.percentage IS NOT NULL AND assignments_9.course_id IS NULL AND NOT assignments_9.is_extra_credit), 0) + coalesce(sum(course.mass), 0)) / nullif(count(*) FILTER (WHERE assignments_9.is_counted AND assignments_9.percentage IS NOT NULL AND NOT assignments_9.is_extra_credit AND NOT coalesce(assignments_9.course_id = ANY (ARRAY(SELECT other.id
                      FROM courses other
                      WHERE other.family_id = $1 AND NOT other.is_plain_mean)), false)) + coalesce(sum(course.work_count), 0), 0), 15), 2)
        FROM (SELECT sum(term.work_count) * sum(term.weight * term.value) FILTER (WHERE term.value IS NOT NULL) / sum(term.weight) FILTER (WHERE term.value IS NOT NULL) AS mass, sum(term.work_count) AS work_count
          FROM (SELECT graded.course_id, coalesce(g.weight, 1) AS weight, CASE WHEN taken.grading_method = 'TOTAL_POINTS' THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) END + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit), 0) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) AS value, count(*) FILTER (WHERE NOT graded.is_extra_credit) AS work_count
            FROM unnest(array_agg(ROW(assignments_9.course_id, assignments_9.weight_group_id, assignments_9.is_extra_credit, assignments_9.points_awarded, assignments_9.points_possible)) FILTER (WHERE assignments_9.is_counted AND assignments_9.percentage IS NOT NULL AND coalesce(assignments_9.course_id = ANY (ARRAY(SELECT other.id
                      FROM courses other
                      WHERE other.family_id = $1 AND NOT other.is_plain_mean)), false))) AS graded (course_id uuid, weight_group_id uuid, is_extra_credit boolean, points_awarded numeric, points_possible numeric) JOIN courses taken ON taken.family_id = $1 AND taken.id = graded.course_id LEFT JOIN weight_groups g ON g.family_id = $1 AND g.id = graded.weight_group_id
            WHERE (graded.weight_group_id IS NOT NULL OR NOT EXISTS (SELECT 1
                FROM weight_groups grouped
                WHERE grouped.family_id = $1 AND grouped.course_id = graded.course_id)) GROUP BY graded.course_id, taken.grading_method, graded.weight_group_id, g.weight) term GROUP BY term.course_id HAVING count(term.value) > 0) course) AS c4
      FROM assignments assignments_9
      WHERE assignments_9.family_id = $1 AND assignments_9.student_id = parents_9.key GROUP BY 1) assignments_9
    ORDER BY (SELECT members_o.name
      FROM members members_o
      WHERE members_o.family_id = $1 AND members_o.role = 'STUDENT' AND members_o.id = assignments_9.c2), assignments_9.c2
    LIMIT $4 OFFSET $5) assignments_9
  ORDER BY (SELECT members_o.name
    FROM members members_o
    WHERE members_o.family_id = $1 AND members_o.role = 'STUDENT' AND members_o.id = assignments_9.c2), assignments_9.c2;
-- $1 = the viewer's family, $2 = 2, $3 = 0, $4 = 50, $5 = 0

-- family.students.assignmentsSummary.byStudent.student Student
SELECT members_10.family_id, members_10.id, members_10.name
  FROM members members_10
  WHERE members_10.family_id = $1 AND members_10.role = 'STUDENT';
-- $1 = the viewer's family

-- family.students.assignmentsSummary.byWeek Assignment
SELECT parents_11.scope, parents_11.key, assignments_11.c2, assignments_11.c3
  FROM (SELECT members_5.family_id AS scope, members_5.id AS key
    FROM members members_5
    WHERE members_5.family_id = $1 AND members_5.role = 'STUDENT'
    ORDER BY members_5.name, members_5.id
    LIMIT $2 OFFSET $3) parents_11
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT CASE WHEN (assignments_11.due_date - (extract(isodow
            FROM assignments_11.due_date)::int + 7 - (SELECT array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], own.week_start)
            FROM members own
            WHERE own.family_id = $1 AND own.id = $4)) % 7) < date '0001-01-01' THEN date '0001-01-01' ELSE (assignments_11.due_date - (extract(isodow
            FROM assignments_11.due_date)::int + 7 - (SELECT array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], own.week_start)
            FROM members own
            WHERE own.family_id = $1 AND own.id = $4)) % 7) END AS c2, count(*)::int4 AS c3
      FROM assignments assignments_11
      WHERE assignments_11.family_id = $1 AND assignments_11.student_id = parents_11.key GROUP BY 1) assignments_11
    ORDER BY assignments_11.c2
    LIMIT $5 OFFSET $6) assignments_11
  ORDER BY assignments_11.c2;
-- $1 = the viewer's family, $2 = 2, $3 = 0, $4 = the viewer's member, $5 = 2, $6 = 0
