-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.courses Course
SELECT courses_1.family_id, courses_1.id, courses_1.name, courses_1.subject_id
  FROM courses courses_1
  WHERE courses_1.family_id = $1
  ORDER BY (SELECT subjects_by1.name
    FROM subjects subjects_by1
    WHERE subjects_by1.family_id = $1 AND subjects_by1.id = courses_1.subject_id), courses_1.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 3, $3 = 0

-- family.courses.subject Subject
SELECT subjects_2.family_id, subjects_2.id, subjects_2.name
  FROM subjects subjects_2
  WHERE subjects_2.family_id = $1;
-- $1 = the viewer's family

-- family.assignmentsConnection Assignment
SELECT assignments_3.family_id, (SELECT (SELECT subjects_by2.name
      FROM subjects subjects_by2
      WHERE subjects_by2.family_id = $1 AND subjects_by2.id = courses_by1.subject_id)
    FROM courses courses_by1
    WHERE courses_by1.family_id = $1 AND courses_by1.id = assignments_3.course_id), (SELECT courses_by1.name
    FROM courses courses_by1
    WHERE courses_by1.family_id = $1 AND courses_by1.id = assignments_3.course_id), (SELECT members_by1.name
    FROM members members_by1
    WHERE members_by1.family_id = $1 AND members_by1.role = 'STUDENT' AND members_by1.id = assignments_3.student_id), assignments_3.id, assignments_3.title
  FROM assignments assignments_3
  WHERE assignments_3.family_id = $1
  ORDER BY (SELECT (SELECT subjects_by2.name
      FROM subjects subjects_by2
      WHERE subjects_by2.family_id = $1 AND subjects_by2.id = courses_by1.subject_id)
    FROM courses courses_by1
    WHERE courses_by1.family_id = $1 AND courses_by1.id = assignments_3.course_id) DESC NULLS LAST, (SELECT courses_by1.name
    FROM courses courses_by1
    WHERE courses_by1.family_id = $1 AND courses_by1.id = assignments_3.course_id), (SELECT members_by1.name
    FROM members members_by1
    WHERE members_by1.family_id = $1 AND members_by1.role = 'STUDENT' AND members_by1.id = assignments_3.student_id), assignments_3.id
  LIMIT $2;
-- $1 = the viewer's family, $2 = 3

-- family.students Student
SELECT members_4.family_id, members_4.id
  FROM members members_4
  WHERE members_4.family_id = $1 AND members_4.role = 'STUDENT'
  ORDER BY members_4.name, members_4.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 2, $3 = 0

-- family.students.assignments Assignment
SELECT assignments_5.family_id, assignments_5.student_id, assignments_5.id, assignments_5.title, assignments_5.course_id
  FROM (SELECT members_4.id AS key
    FROM members members_4
    WHERE members_4.family_id = $1 AND members_4.role = 'STUDENT'
    ORDER BY members_4.name, members_4.id
    LIMIT $2 OFFSET $3) parents_5
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_5
    WHERE assignments_5.family_id = $1 AND assignments_5.student_id = parents_5.key
    ORDER BY (SELECT courses_by1.name
      FROM courses courses_by1
      WHERE courses_by1.family_id = $1 AND courses_by1.id = assignments_5.course_id) NULLS FIRST, assignments_5.id
    LIMIT $4 OFFSET $5) assignments_5
  ORDER BY (SELECT courses_by1.name
    FROM courses courses_by1
    WHERE courses_by1.family_id = $1 AND courses_by1.id = assignments_5.course_id) NULLS FIRST, assignments_5.id;
-- $1 = the viewer's family, $2 = 2, $3 = 0, $4 = 2, $5 = 0

-- family.students.assignments.course Course
SELECT courses_6.family_id, courses_6.id, courses_6.name
  FROM courses courses_6
  WHERE courses_6.family_id = $1;
-- $1 = the viewer's family
