-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.students Student
WITH found AS MATERIALIZED (SELECT members_1.family_id AS c0, members_1.name AS c1, members_1.id AS c2
    FROM members members_1
    WHERE members_1.family_id = $1 AND members_1.role = 'STUDENT' AND (members_1.id IN (SELECT assignments_f1.student_id
        FROM assignments assignments_f1
        WHERE assignments_f1.family_id = $1 AND (assignments_f1.title IN (SELECT unnest($2))) IS TRUE)) IS TRUE
    ORDER BY members_1.name, members_1.id
    LIMIT $3 OFFSET $4) SELECT c0, c1, c2
  FROM found
  WHERE (SELECT set_config('hatched.keys_1_2', array_to_string(array_agg(c2), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = textArray(["Unit 1 test", "Quiz 1"]), $3 = 50, $4 = 0

-- family.students.bySubject Assignment
SELECT assignments_2.family_id, assignments_2.student_id, assignments_2.title, assignments_2.percentage
  FROM unnest(string_to_array(current_setting('hatched.keys_1_2', true), ',', '')::uuid[]) parents_2(key)
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_2
    WHERE assignments_2.family_id = $1 AND assignments_2.student_id = parents_2.key AND (assignments_2.percentage)::float8 >= $2 AND (assignments_2.course_id IN (SELECT courses_f1.id
        FROM courses courses_f1
        WHERE courses_f1.family_id = $1 AND (courses_f1.subject_id IN (SELECT subjects_f2.id
            FROM subjects subjects_f2
            WHERE subjects_f2.family_id = $1 AND subjects_f2.name = $3)) IS TRUE)) IS TRUE
    ORDER BY assignments_2.due_date, assignments_2.id
    LIMIT $4 OFFSET $5) assignments_2
  ORDER BY assignments_2.due_date, assignments_2.id;
-- $1 = the viewer's family, $2 = literal("90.0", float8), $3 = 'Mathematics', $4 = 20, $5 = 0

-- family.students.byLogic Assignment
SELECT assignments_3.family_id, assignments_3.student_id, assignments_3.title
  FROM unnest(string_to_array(current_setting('hatched.keys_1_2', true), ',', '')::uuid[]) parents_3(key)
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_3
    WHERE assignments_3.family_id = $1 AND assignments_3.student_id = parents_3.key AND (assignments_3.title ~* $2 OR (assignments_3.due_date IS NULL) = $3 AND ((assignments_3.points_possible)::float8 = $4) IS NOT TRUE) AND assignments_3.instructions IS DISTINCT FROM $5
    ORDER BY assignments_3.due_date, assignments_3.id
    LIMIT $6 OFFSET $7) assignments_3
  ORDER BY assignments_3.due_date, assignments_3.id;
-- $1 = the viewer's family, $2 = 'REPORT', $3 = bool(true), $4 = literal("10.0", float8), $5 = 'Graph paper is in the blue folder.', $6 = 20, $7 = 0

-- family.students.withoutCourse Assignment
SELECT assignments_4.family_id, assignments_4.student_id, assignments_4.title
  FROM unnest(string_to_array(current_setting('hatched.keys_1_2', true), ',', '')::uuid[]) parents_4(key)
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_4
    WHERE assignments_4.family_id = $1 AND assignments_4.student_id = parents_4.key AND assignments_4.points_possible IS NOT NULL AND (assignments_4.course_id IN (SELECT courses_f1.id
        FROM courses courses_f1
        WHERE courses_f1.family_id = $1)) IS NOT TRUE
    ORDER BY assignments_4.due_date, assignments_4.id
    LIMIT $2 OFFSET $3) assignments_4
  ORDER BY assignments_4.due_date, assignments_4.id;
-- $1 = the viewer's family, $2 = 20, $3 = 0

-- family.subjects Subject
SELECT subjects_5.family_id, subjects_5.id, subjects_5.name
  FROM subjects subjects_5
  WHERE subjects_5.family_id = $1 AND ((subjects_5.id IN (SELECT courses_f2.subject_id
        FROM courses courses_f2
        WHERE courses_f2.family_id = $1)) IS NOT TRUE) IS NOT TRUE AND (subjects_5.id IN (SELECT courses_f1.subject_id
      FROM courses courses_f1
      WHERE courses_f1.family_id = $1 AND ((CASE WHEN courses_f1.is_plain_mean THEN (SELECT round(round(avg(graded.percentage), 15), 2)
            FROM assignments graded
            WHERE graded.family_id = $1 AND graded.course_id = courses_f1.id) ELSE general_grade($1, courses_f1.id, courses_f1.grading_method, true, NULL) END)::float8 < $2) IS NOT TRUE)) IS NOT TRUE
  ORDER BY subjects_5.name, subjects_5.id
  LIMIT $3 OFFSET $4;
-- $1 = the viewer's family, $2 = literal("95.0", float8), $3 = 50, $4 = 0

-- family.members FamilyMember
SELECT members_6.family_id, members_6.role, members_6.name
  FROM members members_6
  WHERE members_6.family_id = $1 AND (members_6.role = $2 OR members_6.email ~* $3)
  ORDER BY members_6.name, members_6.id
  LIMIT $4 OFFSET $5;
-- $1 = the viewer's family, $2 = 'PARENT', $3 = '@example\.org$', $4 = 50, $5 = 0
