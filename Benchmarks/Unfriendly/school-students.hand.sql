-- The page is chosen first, among all students of the school, and no object is made of those before it; guardians are then found by the
-- indexes of families. Classes are few, and made objects once.
SELECT json_build_object('school', (
  SELECT json_build_object('students', (
    SELECT coalesce(json_agg(student), '[]') FROM (
      SELECT page.id, page.student_name AS name, page.student_number AS "studentNumber", page.state, classes.object AS "schoolClass", (
        SELECT coalesce(json_agg(own), '[]') FROM (
          SELECT name FROM pickup_guardians
          WHERE family_id = page.family_id AND enrolment_id = page.id AND staff_school_id = :id::uuid
          ORDER BY name, id
          LIMIT 10
        ) own
      ) AS guardians
      FROM (
        SELECT family_id, id, student_name, student_number, state, class_id FROM enrolments
        WHERE staff_school_id = :id::uuid
        ORDER BY student_name, id
        LIMIT 50 OFFSET 1000
      ) page
      LEFT JOIN (
        SELECT id, json_build_object('name', name) AS object FROM school_classes WHERE school_id = :id::uuid
      ) classes ON classes.id = page.class_id
      ORDER BY page.student_name, page.id
    ) student
  ))
  FROM schools
  WHERE schools.id = :id::uuid AND schools.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[])
)) AS answer;
