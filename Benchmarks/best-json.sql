-- The best single statement with JSON as its answer that we could write: the objects of the family's courses
-- are built once, with all grades from one grouping, and assignments take them as they are; row_to_json on
-- whole rows otherwise, which is cheaper than json_build_object. As fast, within the noise: the grade as a
-- sub-select for each course, the courses hash-joined to assignments, and text put together with ||.
WITH course AS MATERIALIZED (
  SELECT object.id, row_to_json(object) AS object
  FROM (
    SELECT courses.id, courses.name, grades.grade, subject.object AS subject
    FROM courses
    JOIN (
      SELECT subjects.id, row_to_json(named) AS object
      FROM subjects CROSS JOIN LATERAL (SELECT subjects.name) named
      WHERE subjects.family_id = :family_id::uuid
    ) subject ON subject.id = courses.subject_id
    LEFT JOIN (
      SELECT course_id, round(round(avg(percentage), 15), 2) AS grade FROM assignments
      WHERE family_id = :family_id::uuid
      GROUP BY course_id
    ) grades ON grades.course_id = courses.id
    WHERE courses.family_id = :family_id::uuid
  ) object
)
SELECT json_build_object('family', (
  SELECT row_to_json(family) FROM (
    SELECT families.family_id AS id, families.name, (
      SELECT coalesce(json_agg(student), '[]') FROM (
        SELECT members.id, members.name, (
          SELECT coalesce(json_agg(assignment), '[]') FROM (
            SELECT assignments.id, assignments.title, assignments.due_date AS "dueDate",
              assignments.points_possible AS "pointsPossible", assignments.points_awarded AS "pointsAwarded",
              assignments.percentage,
              (SELECT course.object FROM course WHERE course.id = assignments.course_id) AS course
            FROM assignments
            WHERE assignments.family_id = :family_id::uuid AND assignments.student_id = members.id
            ORDER BY assignments.due_date, assignments.id
            LIMIT 20
          ) assignment
        ) AS assignments
        FROM members
        WHERE members.family_id = :family_id::uuid AND members.role = 'STUDENT'
        ORDER BY members.name, members.id
        LIMIT 50
      ) student
    ) AS students
    FROM families
    WHERE families.family_id = :family_id::uuid
  ) family
)) AS answer;
