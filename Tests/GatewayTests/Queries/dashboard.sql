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
  CROSS JOIN LATERAL (SELECT count(*)::int4 AS c2, count(assignments_2.percentage)::int4 AS c3, round(round(avg((assignments_2.percentage)::numeric), 15), 2) AS c4
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
        WHERE courses_g1.family_id = $1 AND courses_g1.id = assignments_3.course_id) AS c2, count(*)::int4 AS c3, round(round(avg((assignments_3.percentage)::numeric), 15), 2) AS c4
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
        WHERE home.family_id = $1) < now(), false) THEN 'OVERDUE' ELSE 'OPEN' END = $2) assignments_5;
-- $1 = the viewer's family, $2 = 'GRADED'

-- family.assignmentsSummary.byState Assignment
SELECT parents_6.scope, parents_6.key, assignments_6.c2, assignments_6.c3
  FROM (SELECT families_0.family_id AS scope, families_0.family_id AS key
    FROM families families_0
    WHERE families_0.family_id = $1) parents_6
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT CASE WHEN assignments_6.points_awarded IS NOT NULL THEN 'GRADED' WHEN assignments_6.done_at IS NOT NULL THEN 'DONE' WHEN coalesce(assignments_6.points_awarded IS NULL AND (assignments_6.due_date + coalesce(assignments_6.due_time, time '23:59:59.999999')) AT TIME ZONE (SELECT home.time_zone
          FROM families home
          WHERE home.family_id = $1) < now(), false) THEN 'OVERDUE' ELSE 'OPEN' END AS c2, count(*)::int4 AS c3
      FROM assignments assignments_6
      WHERE assignments_6.family_id = $1 AND assignments_6.family_id = parents_6.key AND CASE WHEN assignments_6.points_awarded IS NOT NULL THEN 'GRADED' WHEN assignments_6.done_at IS NOT NULL THEN 'DONE' WHEN coalesce(assignments_6.points_awarded IS NULL AND (assignments_6.due_date + coalesce(assignments_6.due_time, time '23:59:59.999999')) AT TIME ZONE (SELECT home.time_zone
          FROM families home
          WHERE home.family_id = $1) < now(), false) THEN 'OVERDUE' ELSE 'OPEN' END = $2 GROUP BY 1) assignments_6
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
    FROM (SELECT (assignments_7.due_date - (extract(isodow
            FROM assignments_7.due_date)::int + 7 - (SELECT array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], own.week_start)
            FROM members own
            WHERE own.family_id = $1 AND own.id = $2)) % 7) AS c2, count(*)::int4 AS c3, count(assignments_7.percentage)::int4 AS c4, round(round(avg((assignments_7.percentage)::numeric), 15), 2) AS c5
      FROM assignments assignments_7
      WHERE assignments_7.family_id = $1 AND assignments_7.family_id = parents_7.key AND CASE WHEN assignments_7.points_awarded IS NOT NULL THEN 'GRADED' WHEN assignments_7.done_at IS NOT NULL THEN 'DONE' WHEN coalesce(assignments_7.points_awarded IS NULL AND (assignments_7.due_date + coalesce(assignments_7.due_time, time '23:59:59.999999')) AT TIME ZONE (SELECT home.time_zone
          FROM families home
          WHERE home.family_id = $1) < now(), false) THEN 'OVERDUE' ELSE 'OPEN' END = $3 GROUP BY 1) assignments_7
    ORDER BY assignments_7.c2
    LIMIT $4 OFFSET $5) assignments_7
  ORDER BY assignments_7.c2;
-- $1 = the viewer's family, $2 = the viewer's member, $3 = 'GRADED', $4 = 3, $5 = 1
