-- The means and shares of all groups come from one grouping of the family's assignments and a window over each course's groups, and
-- are put into the objects of courses, once. Results are found by one grouping, as for a report card.
WITH weight_group AS MATERIALIZED (
  SELECT groups.course_id, json_agg(json_build_object(
    'name', groups.name, 'weight', groups.weight, 'mean', groups.mean, 'share', groups.share) ORDER BY groups.number) AS list
  FROM (
    SELECT named.course_id, named.name, named.weight, row_number() OVER (PARTITION BY named.course_id ORDER BY named.name, named.id) AS number,
      graded.mean,
      CASE WHEN graded.is_weighed
        THEN round(named.weight / sum(named.weight) FILTER (WHERE graded.is_weighed) OVER (PARTITION BY named.course_id), 4)
      END AS share
    FROM weight_groups named
    LEFT JOIN (
      SELECT work.weight_group_id, count(*) FILTER (WHERE NOT work.is_extra_credit) > 0 AS is_weighed,
        round(round(
          CASE WHEN courses.grading_method = 'TOTAL_POINTS'
            THEN sum(work.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT work.is_extra_credit)
              / sum(work.points_possible) FILTER (WHERE NOT work.is_extra_credit)
            ELSE avg(work.points_awarded * 100.000000000000000000000000000000 / work.points_possible)
              FILTER (WHERE NOT work.is_extra_credit)
          END
          + coalesce(sum(work.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE work.is_extra_credit), 0)
            / sum(work.points_possible) FILTER (WHERE NOT work.is_extra_credit), 15), 2) AS mean
      FROM assignments work
      JOIN courses ON courses.family_id = :family_id::uuid AND courses.id = work.course_id
      WHERE work.family_id = :family_id::uuid AND work.weight_group_id IS NOT NULL AND work.is_counted AND work.points_awarded IS NOT NULL
      GROUP BY work.weight_group_id, courses.grading_method
    ) graded ON graded.weight_group_id = named.id
    WHERE named.family_id = :family_id::uuid
  ) groups
  WHERE groups.number <= 20
  GROUP BY groups.course_id
), result AS MATERIALIZED (
  SELECT taken.student_id, courses.name, courses.id, json_build_object(
    'course', json_build_object('name', courses.name, 'weightGroups', coalesce(weight_group.list, '[]')),
    'grade', given.grade,
    'letter', (SELECT step.letter FROM grade_step(:family_id::uuid, courses.id, taken.student_id, given.grade) step)) AS object
  FROM (
    SELECT student_id, course_id, round(round(avg(percentage), 15), 2) AS plain_mean FROM assignments
    WHERE family_id = :family_id::uuid
    GROUP BY student_id, course_id
  ) taken
  JOIN courses ON courses.family_id = :family_id::uuid AND courses.id = taken.course_id
  LEFT JOIN weight_group ON weight_group.course_id = courses.id
  LEFT JOIN grade_overrides overrides ON overrides.family_id = :family_id::uuid AND overrides.course_id = courses.id
    AND overrides.student_id = taken.student_id
  CROSS JOIN LATERAL (
    SELECT coalesce(overrides.grade, CASE
      WHEN courses.is_plain_mean THEN taken.plain_mean
      ELSE general_grade(:family_id::uuid, courses.id, courses.grading_method, false, taken.student_id)
    END) AS grade OFFSET 0
  ) given
)
SELECT json_build_object('family', (
  SELECT json_build_object('students', (
    SELECT coalesce(json_agg(student), '[]') FROM (
      SELECT members.name, (
        SELECT coalesce(json_agg(own.object), '[]') FROM (
          SELECT result.object FROM result WHERE result.student_id = members.id ORDER BY result.name, result.id LIMIT 50
        ) own
      ) AS "reportCard"
      FROM members
      WHERE members.family_id = :family_id::uuid AND members.role = 'STUDENT'
      ORDER BY members.name, members.id
      LIMIT 50
    ) student
  ))
  FROM families
  WHERE families.family_id = :family_id::uuid
)) AS answer;
