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
WITH found AS MATERIALIZED (SELECT assignments_2.family_id AS c0, assignments_2.student_id AS c1, assignments_2.id AS c2, assignments_2.title AS c3, assignments_2.due_date AS c4, assignments_2.points_possible AS c5, assignments_2.points_awarded AS c6, assignments_2.percentage AS c7, assignments_2.course_id AS c8, md5(assignments_2.student_id::text || assignments_2.course_id::text)::uuid AS c9
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
    ORDER BY assignments_2.due_date, assignments_2.id) SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8, c9
  FROM found
  WHERE (SELECT set_config('hatched.keys_2_1', array_to_string(array_agg(c1), ',', ''), true) || set_config('hatched.keys_2_8', array_to_string(array_agg(c8), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 20, $5 = 0

-- family.students.assignments.course Course
SELECT courses_3.family_id, courses_3.id, courses_3.name, courses_3.subject_id
  FROM courses courses_3
  WHERE courses_3.family_id = $1;
-- $1 = the viewer's family

-- family.students.assignments.course.subject Subject
SELECT subjects_4.family_id, subjects_4.id, subjects_4.name
  FROM subjects subjects_4
  WHERE subjects_4.family_id = $1;
-- $1 = the viewer's family

-- family.students.assignments.courseResult CourseResult
SELECT course_results_5.family_id, md5(course_results_5.student_id::text || course_results_5.course_id::text)::uuid, course_results_5.grade, CASE WHEN course_results_5.course_id <> ALL (ARRAY(SELECT choice.course_id
      FROM grade_scale_choices choice
      WHERE choice.family_id = $1)) THEN (ready_made_letters('PLUS_MINUS'))[width_bucket(course_results_5.grade, ready_made_bounds('PLUS_MINUS'))] ELSE (grade_step($1, course_results_5.course_id, course_results_5.student_id, course_results_5.grade)).letter END, course_results_5.graded_count
  FROM (SELECT DISTINCT student_id, course_id
    FROM unnest(string_to_array(current_setting('hatched.keys_2_1', true), ',', '')::uuid[], string_to_array(current_setting('hatched.keys_2_8', true), ',', '')::uuid[]) wanted(student_id, course_id)) parents_5
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT results.family_id, results.student_id, results.course_id, course.name AS course_name, coalesce((SELECT byhand.grade
          FROM grade_overrides byhand
          WHERE byhand.family_id = $1 AND byhand.course_id = results.course_id AND byhand.student_id = results.student_id), CASE WHEN course.is_plain_mean THEN results.plain_mean ELSE general_grade($1, results.course_id, course.grading_method, false, results.student_id) END) AS grade, CASE WHEN course.is_plain_mean THEN results.plain_mean ELSE general_grade($1, results.course_id, course.grading_method, false, results.student_id) END AS computed_grade, results.graded_count, results.assignment_count
      FROM (SELECT lines.family_id, lines.student_id, lines.course_id, round(round(avg(lines.percentage), 15), 2) AS plain_mean, count(lines.percentage)::int AS graded_count, count(*)::int AS assignment_count
        FROM assignments lines
        WHERE lines.family_id = $1 GROUP BY lines.family_id, lines.student_id, lines.course_id) results JOIN courses course ON course.family_id = $1 AND course.id = results.course_id) course_results_5
    WHERE course_results_5.family_id = $1 AND course_results_5.student_id = parents_5.student_id AND course_results_5.course_id = parents_5.course_id OFFSET 0) course_results_5;
-- $1 = the viewer's family
