-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.subjects Subject
SELECT subjects_1.family_id, subjects_1.id, subjects_1.name, subjects_1.description
  FROM subjects subjects_1
  WHERE subjects_1.family_id = $1
  ORDER BY subjects_1.name, subjects_1.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.subjects.courses Course
SELECT courses_2.family_id, courses_2.subject_id, courses_2.id, courses_2.name
  FROM (SELECT subjects_1.id AS key
    FROM subjects subjects_1
    WHERE subjects_1.family_id = $1
    ORDER BY subjects_1.name, subjects_1.id
    LIMIT $2 OFFSET $3) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM courses courses_2
    WHERE courses_2.family_id = $1 AND courses_2.subject_id = parents_2.key
    ORDER BY courses_2.name, courses_2.id
    LIMIT $4 OFFSET $5) courses_2
  ORDER BY courses_2.name, courses_2.id;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 2, $5 = 0

-- family.subjects.courses.assignments Assignment
SELECT assignments_3.family_id, assignments_3.course_id, assignments_3.id, assignments_3.title, assignments_3.due_date
  FROM (SELECT courses_2.id AS key
    FROM (SELECT subjects_1.id AS key
      FROM subjects subjects_1
      WHERE subjects_1.family_id = $1
      ORDER BY subjects_1.name, subjects_1.id
      LIMIT $2 OFFSET $3) parents_2
    CROSS JOIN LATERAL (SELECT *
      FROM courses courses_2
      WHERE courses_2.family_id = $1 AND courses_2.subject_id = parents_2.key
      ORDER BY courses_2.name, courses_2.id
      LIMIT $4 OFFSET $5) courses_2) parents_3
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_3
    WHERE assignments_3.family_id = $1 AND assignments_3.course_id = parents_3.key
    ORDER BY assignments_3.due_date, assignments_3.id
    LIMIT $6 OFFSET $7) assignments_3
  ORDER BY assignments_3.due_date, assignments_3.id;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 2, $5 = 0, $6 = 1, $7 = 0
