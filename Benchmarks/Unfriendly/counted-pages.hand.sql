-- For each student the page from the index of students and days, which ends after five, and one count by the same index, which tells
-- whether there are more as well. To number all rows by a window takes longer than to count them.
SELECT json_build_object('family', (
  SELECT json_build_object('students', (
    SELECT coalesce(json_agg(student), '[]') FROM (
      SELECT members.name, json_build_object(
        'totalCount', counted.total,
        'nodes', (
          SELECT coalesce(json_agg(node), '[]') FROM (
            SELECT work.id, work.title, work.due_date AS "dueDate", (
              SELECT json_build_object('name', courses.name) FROM courses
              WHERE courses.family_id = :family_id::uuid AND courses.id = work.course_id
            ) AS course
            FROM assignments work
            WHERE work.family_id = :family_id::uuid AND work.student_id = members.id AND work.points_possible >= 10
            ORDER BY work.due_date, work.id
            LIMIT 5
          ) node
        ),
        'pageInfo', json_build_object('hasNextPage', counted.total > 5, 'hasPreviousPage', false)) AS "assignmentsConnection"
      FROM members
      CROSS JOIN LATERAL (
        SELECT count(*) AS total FROM assignments
        WHERE family_id = :family_id::uuid AND student_id = members.id AND points_possible >= 10
      ) counted
      WHERE members.family_id = :family_id::uuid AND members.role = 'STUDENT'
      ORDER BY members.name, members.id
      LIMIT 50
    ) student
  ))
  FROM families
  WHERE families.family_id = :family_id::uuid
)) AS answer;
