-- The courses of the subjects that match, with their names, are joined rather than looked up, and so are the students: the filter and
-- the answer need the same rows. A student is wanted if the best of their results is good enough, which one grouping tells.
SELECT json_build_object('family', (
  SELECT json_build_object('assignments', (
    SELECT coalesce(json_agg(assignment), '[]') FROM (
      SELECT found.title, found.percentage, json_build_object('name', members.name) AS student,
        json_build_object('name', found.course_name, 'subject', json_build_object('name', found.subject_name)) AS course
      FROM (
        SELECT work.id, work.title, work.percentage, work.student_id, courses.name AS course_name, subjects.name AS subject_name
        FROM (
          SELECT id, title, percentage, student_id, course_id, max(percentage) OVER (PARTITION BY student_id) AS best
          FROM assignments
          WHERE family_id = :family_id::uuid AND percentage >= 75
        ) work
        JOIN courses ON courses.family_id = :family_id::uuid AND courses.id = work.course_id
        JOIN subjects ON subjects.family_id = :family_id::uuid AND subjects.id = courses.subject_id
        WHERE work.best >= 90 AND subjects.name ILIKE '%a%'
        ORDER BY work.percentage DESC, work.id
        LIMIT 20
      ) found
      JOIN members ON members.family_id = :family_id::uuid AND members.id = found.student_id
      ORDER BY found.percentage DESC, found.id
    ) assignment
  ))
  FROM families
  WHERE families.family_id = :family_id::uuid
)) AS answer;
