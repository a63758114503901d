-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.resources Resource
SELECT resources_1.family_id, resources_1.title, resources_1.link, resources_1.subject_id
  FROM resources resources_1
  WHERE resources_1.family_id = $1
  ORDER BY resources_1.title, resources_1.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.resources.subject Subject
SELECT subjects_2.family_id, subjects_2.id, subjects_2.name
  FROM subjects subjects_2
  WHERE subjects_2.family_id = $1;
-- $1 = the viewer's family

-- family.students Student
SELECT members_3.family_id, members_3.name, members_3.id
  FROM members members_3
  WHERE members_3.family_id = $1 AND members_3.role = 'STUDENT'
  ORDER BY members_3.name, members_3.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.students.portfolioItems PortfolioItem
SELECT portfolio_items_4.family_id, portfolio_items_4.student_id, portfolio_items_4.title, portfolio_items_4.date, portfolio_items_4.link
  FROM (SELECT members_3.id AS key
    FROM members members_3
    WHERE members_3.family_id = $1 AND members_3.role = 'STUDENT'
    ORDER BY members_3.name, members_3.id
    LIMIT $2 OFFSET $3) parents_4
  CROSS JOIN LATERAL (SELECT *
    FROM portfolio_items portfolio_items_4
    WHERE portfolio_items_4.family_id = $1 AND portfolio_items_4.student_id = parents_4.key
    ORDER BY portfolio_items_4.date DESC, portfolio_items_4.id
    LIMIT $4 OFFSET $5) portfolio_items_4
  ORDER BY portfolio_items_4.date DESC, portfolio_items_4.id;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 5, $5 = 0

-- family.students.attendance AttendanceRecord
SELECT attendance_records_5.family_id, attendance_records_5.student_id, attendance_records_5.date, attendance_records_5.state, attendance_records_5.note
  FROM (SELECT members_3.id AS key
    FROM members members_3
    WHERE members_3.family_id = $1 AND members_3.role = 'STUDENT'
    ORDER BY members_3.name, members_3.id
    LIMIT $2 OFFSET $3) parents_5
  CROSS JOIN LATERAL (SELECT *
    FROM attendance_records attendance_records_5
    WHERE attendance_records_5.family_id = $1 AND attendance_records_5.date >= $4 AND attendance_records_5.date <= $5 AND attendance_records_5.student_id = parents_5.key
    ORDER BY attendance_records_5.date DESC, attendance_records_5.id
    LIMIT $6 OFFSET $7) attendance_records_5
  ORDER BY attendance_records_5.date DESC, attendance_records_5.id;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = literal("2026-09-04", date), $5 = literal("2026-09-05", date), $6 = 50, $7 = 0

-- assignment Assignment
SELECT assignments_6.family_id, assignments_6.title, assignments_6.id
  FROM assignments assignments_6
  WHERE assignments_6.family_id = $1 AND assignments_6.id = $2;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8007-000000000006

-- assignment.questions Question
SELECT questions_7.family_id, questions_7.assignment_id, questions_7.position, questions_7.prompt
  FROM (SELECT assignments_6.id AS key
    FROM assignments assignments_6
    WHERE assignments_6.family_id = $1 AND assignments_6.id = $2) parents_7
  CROSS JOIN LATERAL (SELECT *
    FROM questions questions_7
    WHERE questions_7.family_id = $1 AND questions_7.assignment_id = parents_7.key
    ORDER BY questions_7.position, questions_7.created_at, questions_7.id
    LIMIT $3 OFFSET $4) questions_7
  ORDER BY questions_7.position, questions_7.created_at, questions_7.id;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8007-000000000006, $3 = 50, $4 = 0
