-- Nested as the query is: sub-selects for each student's class and guardians.
SELECT json_build_object('school', (
  SELECT json_build_object('students', (
    SELECT coalesce(json_agg(students.object), '[]') FROM (
      SELECT json_build_object(
        'id', student.id,
        'name', student.student_name,
        'studentNumber', student.student_number,
        'state', student.state,
        'schoolClass', (
          SELECT json_build_object('name', class.name) FROM school_classes class
          WHERE class.school_id = student.staff_school_id AND class.id = student.class_id
        ),
        'guardians', (
          SELECT coalesce(json_agg(guardians.object), '[]') FROM (
            SELECT json_build_object('name', guardian.name) AS object
            FROM pickup_guardians guardian
            WHERE guardian.family_id = student.family_id AND guardian.enrolment_id = student.id AND guardian.staff_school_id IS NOT NULL
            ORDER BY guardian.name, guardian.id
            LIMIT 10
          ) guardians
        )
      ) AS object
      FROM enrolments student
      WHERE student.staff_school_id = school.id
      ORDER BY student.student_name, student.id
      LIMIT 50 OFFSET 1000
    ) students
  ))
  FROM schools school
  WHERE school.id = :id::uuid AND school.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[])
)) AS answer;
