-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.courses Course
SELECT courses_1.family_id, courses_1.id, courses_1.name, CASE WHEN courses_1.is_plain_mean THEN (SELECT round(round(avg(graded.percentage), 15), 2)
    FROM assignments graded
    WHERE graded.family_id = $1 AND graded.course_id = courses_1.id) ELSE general_grade($1, courses_1.id, courses_1.grading_method, true, NULL) END, CASE WHEN courses_1.is_plain_mean THEN (SELECT round(round(avg(graded.percentage), 15), 2)
    FROM assignments graded
    WHERE graded.family_id = $1 AND graded.course_id = courses_1.id AND graded.student_id = $2) ELSE general_grade($1, courses_1.id, courses_1.grading_method, false, $2) END, CASE WHEN courses_1.is_plain_mean THEN (SELECT round(round(avg(graded.percentage), 15), 2)
    FROM assignments graded
    WHERE graded.family_id = $1 AND graded.course_id = courses_1.id AND graded.student_id = $3) ELSE general_grade($1, courses_1.id, courses_1.grading_method, false, $3) END
  FROM courses courses_1
  WHERE courses_1.family_id = $1
  ORDER BY courses_1.name, courses_1.id
  LIMIT $4 OFFSET $5;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8004-000000000003, $3 = null(uuid), $4 = 50, $5 = 0
