-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.students Student
SELECT members_1.family_id, members_1.name, members_1.id
  FROM members members_1
  WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
  ORDER BY members_1.name, members_1.id
  LIMIT $2 OFFSET $3;
-- $1 = the viewer's family, $2 = 50, $3 = 0

-- family.students.reportCard CourseResult
SELECT course_results_2.family_id, course_results_2.student_id, course_results_2.course_id, course_results_2.grade, course_results_2.graded_count, course_results_2.assignment_count
  FROM (SELECT members_1.id AS key
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT'
    ORDER BY members_1.name, members_1.id
    LIMIT $2 OFFSET $3) parents_2
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT results.family_id, results.student_id, results.course_id, course.name AS course_name, coalesce((SELECT byhand.grade
          FROM grade_overrides byhand
          WHERE byhand.family_id = $1 AND byhand.course_id = results.course_id AND byhand.student_id = results.student_id), CASE WHEN course.is_plain_mean THEN results.plain_mean ELSE general_grade($1, results.course_id, course.grading_method, false, results.student_id) END) AS grade, CASE WHEN course.is_plain_mean THEN results.plain_mean ELSE general_grade($1, results.course_id, course.grading_method, false, results.student_id) END AS computed_grade, results.graded_count, results.assignment_count
      FROM (SELECT lines.family_id, lines.student_id, lines.course_id, round(round(avg(lines.percentage), 15), 2) AS plain_mean, count(lines.percentage)::int AS graded_count, count(*)::int AS assignment_count
        FROM assignments lines
        WHERE lines.family_id = $1 GROUP BY lines.family_id, lines.student_id, lines.course_id) results JOIN courses course ON course.family_id = $1 AND course.id = results.course_id) course_results_2
    WHERE course_results_2.family_id = $1 AND course_results_2.student_id = parents_2.key
    ORDER BY course_results_2.course_name, course_results_2.course_id
    LIMIT $4 OFFSET $5) course_results_2
  ORDER BY course_results_2.course_name, course_results_2.course_id;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 50, $5 = 0

-- family.students.reportCard.course Course
SELECT courses_3.family_id, courses_3.id, courses_3.name, courses_3.subject_id
  FROM courses courses_3
  WHERE courses_3.family_id = $1;
-- $1 = the viewer's family

-- family.students.reportCard.course.subject Subject
SELECT subjects_4.family_id, subjects_4.id, subjects_4.name
  FROM subjects subjects_4
  WHERE subjects_4.family_id = $1;
-- $1 = the viewer's family
