-- One grouping of the family's assignments, one step of the scale for each result, and both averages from the same rows: the terms
-- of a weighted and an unweighted average differ in the bonus alone.
WITH averages AS MATERIALIZED (
  SELECT terms.student_id,
    round(round(sum((terms.points + terms.bonus) * terms.hours) * 1.000000000000000000000000000000 / sum(terms.hours), 15), 2)
      AS weighted,
    round(round(sum(terms.points * terms.hours) * 1.000000000000000000000000000000 / sum(terms.hours), 15), 2) AS unweighted
  FROM (
    SELECT taken.student_id, step.points, coalesce(courses.credit_hours, 1) AS hours,
      CASE WHEN step.points > 0 THEN CASE courses.level WHEN 'HONORS' THEN 0.5 WHEN 'ADVANCED' THEN 1 ELSE 0 END ELSE 0 END
        AS bonus
    FROM (
      SELECT student_id, course_id, round(round(avg(percentage), 15), 2) AS plain_mean FROM assignments
      WHERE family_id = :family_id::uuid
      GROUP BY student_id, course_id
    ) taken
    JOIN courses ON courses.family_id = :family_id::uuid AND courses.id = taken.course_id
    LEFT JOIN grade_overrides overrides ON overrides.family_id = :family_id::uuid AND overrides.course_id = courses.id
      AND overrides.student_id = taken.student_id
    CROSS JOIN LATERAL grade_step(:family_id::uuid, courses.id, taken.student_id, coalesce(overrides.grade, CASE
      WHEN courses.is_plain_mean THEN taken.plain_mean
      ELSE general_grade(:family_id::uuid, courses.id, courses.grading_method, false, taken.student_id)
    END)) step
    WHERE courses.status <> 'ARCHIVED' AND NOT courses.is_excluded_from_grade_point_average
      AND coalesce(courses.credit_hours, 1) > 0 AND step.points IS NOT NULL
  ) terms
  GROUP BY terms.student_id
)
SELECT json_build_object('family', (
  SELECT json_build_object('students', (
    SELECT coalesce(json_agg(student), '[]') FROM (
      SELECT members.name, averages.weighted AS "gradePointAverage", averages.unweighted
      FROM members
      LEFT JOIN averages ON averages.student_id = members.id
      WHERE members.family_id = :family_id::uuid AND members.role = 'STUDENT'
      ORDER BY members.name, members.id
      LIMIT 50
    ) student
  ))
  FROM families
  WHERE families.family_id = :family_id::uuid
)) AS answer;
