-- Lists below each other by LATERAL or as sub-selects, which are planned alike: each with its own LIMIT, from an index in its order, and
-- no level is computed twice. row_to_json on whole rows is cheaper than json_build_object. Questions are found for each assignment:
-- put together once for the family they cost more, since few assignments are shown.
SELECT json_build_object('family', (
  SELECT json_build_object('subjects', (
    SELECT coalesce(json_agg(subject), '[]') FROM (
      SELECT subjects.name, (
        SELECT coalesce(json_agg(course), '[]') FROM (
          SELECT courses.name, (
            SELECT coalesce(json_agg(assignment), '[]') FROM (
              SELECT assignments.title, assignments.due_date AS "dueDate", (
                SELECT coalesce(json_agg(question), '[]') FROM (
                  SELECT position, prompt FROM questions
                  WHERE family_id = :family_id::uuid AND assignment_id = assignments.id
                  ORDER BY position, created_at, id
                  LIMIT 3
                ) question
              ) AS questions
              FROM assignments
              WHERE assignments.family_id = :family_id::uuid AND assignments.course_id = courses.id
              ORDER BY assignments.due_date DESC NULLS LAST, assignments.id
              LIMIT 4
            ) assignment
          ) AS assignments
          FROM courses
          WHERE courses.family_id = :family_id::uuid AND courses.subject_id = subjects.id
          ORDER BY courses.name, courses.id
          LIMIT 2
        ) course
      ) AS courses
      FROM subjects
      WHERE subjects.family_id = :family_id::uuid
      ORDER BY subjects.name, subjects.id
      LIMIT 3
    ) subject
  ))
  FROM families
  WHERE families.family_id = :family_id::uuid
)) AS answer;
