-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.courses Course
SELECT courses_1.family_id, courses_1.id, courses_1.name, CASE WHEN courses_1.is_plain_mean THEN (SELECT round(round(avg(graded.percentage), 15), 2)
    FROM assignments graded
    WHERE graded.family_id = $1 AND graded.course_id = courses_1.id) ELSE general_grade($1, courses_1.id, courses_1.grading_method, true, NULL) END
  FROM courses courses_1
  WHERE courses_1.family_id = $1
  ORDER BY CASE WHEN courses_1.is_plain_mean THEN (SELECT round(round(avg(graded.percentage), 15), 2)
    FROM assignments graded
    WHERE graded.family_id = $1 AND graded.course_id = courses_1.id) ELSE general_grade($1, courses_1.id, courses_1.grading_method, true, NULL) END DESC NULLS LAST, courses_1.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 3, $3 = 0

-- family.students Student
SELECT members_2.family_id, members_2.id
  FROM members members_2
  WHERE members_2.family_id = $1 AND members_2.role = 'STUDENT'
  ORDER BY members_2.name, members_2.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 1, $3 = 0

-- family.students.assignments Assignment
SELECT assignments_3.family_id, assignments_3.student_id, assignments_3.title, assignments_3.points_awarded
  FROM (SELECT members_2.id AS key
    FROM members members_2
    WHERE members_2.family_id = $1 AND members_2.role = 'STUDENT'
    ORDER BY members_2.name, members_2.id
    LIMIT $2 OFFSET $3) parents_3
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_3
    WHERE assignments_3.family_id = $1 AND assignments_3.student_id = parents_3.key
    ORDER BY assignments_3.points_awarded DESC, assignments_3.title, assignments_3.id
    LIMIT $4 OFFSET $5) assignments_3
  ORDER BY assignments_3.points_awarded DESC, assignments_3.title, assignments_3.id;
-- $1 = the viewer's family, $2 = 1, $3 = 0, $4 = 4, $5 = 1

-- family.members FamilyMember
SELECT members_4.family_id, members_4.role, members_4.name
  FROM members members_4
  WHERE members_4.family_id = $1
  ORDER BY members_4.name DESC, members_4.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 50, $3 = 0
