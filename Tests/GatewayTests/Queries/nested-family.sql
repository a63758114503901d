-- family Family
SELECT families_0.family_id, families_0.name
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.students Student
SELECT members_1.family_id, members_1.id, members_1.name
  FROM members members_1
  WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
  ORDER BY members_1.name, members_1.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.students.assignments Assignment
SELECT assignments_2.family_id, assignments_2.student_id, assignments_2.id, assignments_2.title, assignments_2.due_date, assignments_2.points_possible, assignments_2.points_awarded, assignments_2.percentage, assignments_2.course_id
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_2
    WHERE assignments_2.family_id = $1 AND assignments_2.student_id = parents_2.key
    ORDER BY assignments_2.due_date, assignments_2.id
    LIMIT $4 OFFSET $5) assignments_2
  ORDER BY assignments_2.due_date, assignments_2.id;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 20, $5 = 0

-- family.students.assignments.course Course
SELECT courses_3.family_id, courses_3.id, courses_3.name, CASE WHEN courses_3.is_plain_mean THEN (SELECT round(round(avg(graded.percentage), 15), 2)
    FROM assignments graded
    WHERE graded.family_id = $1 AND graded.course_id = courses_3.id) ELSE general_grade($1, courses_3.id, courses_3.grading_method, true, NULL) END, courses_3.subject_id
  FROM courses courses_3
  WHERE courses_3.family_id = $1;
-- $1 = the viewer's family

-- family.students.assignments.course.subject Subject
SELECT subjects_4.family_id, subjects_4.id, subjects_4.name
  FROM subjects subjects_4
  WHERE subjects_4.family_id = $1;
-- $1 = the viewer's family
