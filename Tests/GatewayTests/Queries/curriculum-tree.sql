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
WITH found AS MATERIALIZED (SELECT courses_2.family_id AS c0, courses_2.subject_id AS c1, courses_2.id AS c2, courses_2.name AS c3
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
    ORDER BY courses_2.name, courses_2.id) SELECT c0, c1, c2, c3
  FROM found
  WHERE (SELECT set_config('hatched.keys_2_2', array_to_string(array_agg(c2), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = 50, $3 = 0, $4 = 2, $5 = 0

-- family.subjects.courses.assignments Assignment
SELECT assignments_3.family_id, assignments_3.course_id, assignments_3.id, assignments_3.title, assignments_3.due_date
  FROM unnest(string_to_array(current_setting('hatched.keys_2_2', true), ',', '')::uuid[]) parents_3(key)
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_3
    WHERE assignments_3.family_id = $1 AND assignments_3.course_id = parents_3.key
    ORDER BY assignments_3.due_date, assignments_3.id
    LIMIT $2 OFFSET $3) assignments_3
  ORDER BY assignments_3.due_date, assignments_3.id;
-- $1 = the viewer's family, $2 = 1, $3 = 0
