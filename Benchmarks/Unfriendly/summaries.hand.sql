-- The family's assignments are read once, with their state and whether their course has weights, and grouped once by GROUPING SETS: of
-- all, of each course, student and state. The names are joined to the few groups.
WITH work AS MATERIALIZED (
  SELECT work.course_id, work.student_id, work.weight_group_id, work.is_counted, work.is_extra_credit, work.points_possible,
    work.points_awarded, work.percentage, NOT coalesce(courses.is_plain_mean, true) AS is_weighed, CASE
      WHEN work.points_awarded IS NOT NULL THEN 'GRADED'
      WHEN work.done_at IS NOT NULL THEN 'DONE'
      WHEN (work.due_date + coalesce(work.due_time, time '23:59:59.999999')) AT TIME ZONE families.time_zone < now()
        AND (courses.id IS NULL OR courses.status = 'ACTIVE') THEN 'OVERDUE'
      ELSE 'OPEN'
    END AS state
  FROM families
  JOIN assignments work ON work.family_id = families.family_id
  LEFT JOIN courses ON courses.family_id = :family_id::uuid AND courses.id = work.course_id
  WHERE families.family_id = :family_id::uuid AND work.family_id = :family_id::uuid
), summary AS MATERIALIZED (
  SELECT GROUPING(work.course_id, work.student_id, work.state) AS kind, work.course_id, work.student_id, work.state, count(*) AS count,
    count(work.percentage) AS graded_count,
    CASE WHEN GROUPING(work.state) = 1 THEN (
      SELECT round(round((
        coalesce(sum(work.percentage) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND NOT work.is_extra_credit AND NOT work.is_weighed), 0)
        + coalesce(count(*) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND work.course_id IS NULL AND NOT work.is_extra_credit)
          * sum(work.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND work.course_id IS NULL AND work.is_extra_credit)
          / sum(work.points_possible) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND work.course_id IS NULL AND NOT work.is_extra_credit), 0)
        + coalesce(sum(course.mass), 0)
      ) / nullif(
        count(*) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND NOT work.is_extra_credit AND NOT work.is_weighed) + coalesce(sum(course.work_count), 0), 0
      ), 15), 2)
      FROM (
        SELECT sum(term.work_count) * sum(term.weight * term.value) FILTER (WHERE term.value IS NOT NULL)
          / sum(term.weight) FILTER (WHERE term.value IS NOT NULL) AS mass, sum(term.work_count) AS work_count
        FROM (
          SELECT graded.course_id, coalesce(groups.weight, 1) AS weight, count(*) FILTER (WHERE NOT graded.is_extra_credit) AS work_count,
            CASE WHEN taken.grading_method = 'TOTAL_POINTS'
              THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit)
                / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit)
              ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible)
                FILTER (WHERE NOT graded.is_extra_credit)
            END
            + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit), 0)
              / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) AS value
          FROM unnest(
            array_agg(ROW(work.course_id, work.weight_group_id, work.is_extra_credit, work.points_awarded, work.points_possible))
              FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND work.is_weighed)
          ) AS graded (course_id uuid, weight_group_id uuid, is_extra_credit boolean, points_awarded numeric, points_possible numeric)
          JOIN courses taken ON taken.family_id = :family_id::uuid AND taken.id = graded.course_id
          LEFT JOIN weight_groups groups ON groups.family_id = :family_id::uuid AND groups.id = graded.weight_group_id
          WHERE graded.weight_group_id IS NOT NULL OR NOT EXISTS (
            SELECT 1 FROM weight_groups grouped WHERE grouped.family_id = :family_id::uuid AND grouped.course_id = graded.course_id
          )
          GROUP BY graded.course_id, taken.grading_method, graded.weight_group_id, groups.weight
        ) term
        GROUP BY term.course_id
        HAVING count(term.value) > 0
      ) course
    ) END AS mean
  FROM work
  GROUP BY GROUPING SETS ((), (work.course_id), (work.student_id), (work.state))
)
SELECT json_build_object('family', (
  SELECT json_build_object('assignmentsSummary', (
    SELECT json_build_object(
      'count', summary.count,
      'gradedCount', summary.graded_count,
      'meanPercentage', summary.mean,
      'byCourse', (
        SELECT coalesce(json_agg(json_build_object(
          'course', CASE WHEN courses.id IS NOT NULL THEN json_build_object('name', courses.name) END,
          'count', own.count, 'gradedCount', own.graded_count, 'meanPercentage', own.mean) ORDER BY courses.name, own.course_id), '[]')
        FROM summary own
        LEFT JOIN courses ON courses.family_id = :family_id::uuid AND courses.id = own.course_id
        WHERE own.kind = 3
      ),
      'byStudent', (
        SELECT coalesce(json_agg(json_build_object(
          'student', json_build_object('name', members.name),
          'count', own.count, 'gradedCount', own.graded_count, 'meanPercentage', own.mean) ORDER BY members.name, own.student_id), '[]')
        FROM summary own
        JOIN members ON members.family_id = :family_id::uuid AND members.id = own.student_id
        WHERE own.kind = 5
      ),
      'byState', (
        SELECT coalesce(json_agg(json_build_object('state', own.state, 'count', own.count) ORDER BY own.state), '[]')
        FROM summary own
        WHERE own.kind = 6
      )
    )
    FROM summary
    WHERE summary.kind = 7
  ))
  FROM families
  WHERE families.family_id = :family_id::uuid
)) AS answer;
