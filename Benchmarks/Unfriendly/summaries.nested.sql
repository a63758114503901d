-- Nested as the query is: each way of summing up is a grouping of its own.
SELECT json_build_object('family', (
  SELECT json_build_object('assignmentsSummary', (
    SELECT json_build_object(
      'count', count(*),
      'gradedCount', count(work.percentage),
      'meanPercentage', (
        SELECT round(round((
          coalesce(sum(work.percentage) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND NOT work.is_extra_credit AND NOT coalesce(work.course_id IN (SELECT other.id FROM courses other WHERE other.family_id = :family_id::uuid AND NOT other.is_plain_mean), false)), 0)
          + coalesce(count(*) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND work.course_id IS NULL AND NOT work.is_extra_credit)
            * sum(work.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND work.course_id IS NULL AND work.is_extra_credit)
            / sum(work.points_possible) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND work.course_id IS NULL AND NOT work.is_extra_credit), 0)
          + coalesce(sum(course.mass), 0)
        ) / nullif(
          count(*) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND NOT work.is_extra_credit AND NOT coalesce(work.course_id IN (SELECT other.id FROM courses other WHERE other.family_id = :family_id::uuid AND NOT other.is_plain_mean), false)) + coalesce(sum(course.work_count), 0), 0
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
                FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND coalesce(work.course_id IN (SELECT other.id FROM courses other WHERE other.family_id = :family_id::uuid AND NOT other.is_plain_mean), false))
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
      ),
      'byCourse', (
        SELECT coalesce(json_agg(json_build_object(
          'course', (
            SELECT json_build_object('name', course.name) FROM courses course
            WHERE course.family_id = :family_id::uuid AND course.id = groups.course_id
          ),
          'count', groups.count,
          'gradedCount', groups.graded_count,
          'meanPercentage', groups.mean
        ) ORDER BY (
          SELECT course.name FROM courses course WHERE course.family_id = :family_id::uuid AND course.id = groups.course_id
        ), groups.course_id), '[]')
        FROM (
          SELECT work.course_id, count(*) AS count, count(work.percentage) AS graded_count,
            (
              SELECT round(round((
                coalesce(sum(work.percentage) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND NOT work.is_extra_credit AND NOT coalesce(work.course_id IN (SELECT other.id FROM courses other WHERE other.family_id = :family_id::uuid AND NOT other.is_plain_mean), false)), 0)
                + coalesce(count(*) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND work.course_id IS NULL AND NOT work.is_extra_credit)
                  * sum(work.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND work.course_id IS NULL AND work.is_extra_credit)
                  / sum(work.points_possible) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND work.course_id IS NULL AND NOT work.is_extra_credit), 0)
                + coalesce(sum(course.mass), 0)
              ) / nullif(
                count(*) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND NOT work.is_extra_credit AND NOT coalesce(work.course_id IN (SELECT other.id FROM courses other WHERE other.family_id = :family_id::uuid AND NOT other.is_plain_mean), false)) + coalesce(sum(course.work_count), 0), 0
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
                      FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND coalesce(work.course_id IN (SELECT other.id FROM courses other WHERE other.family_id = :family_id::uuid AND NOT other.is_plain_mean), false))
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
            ) AS mean
          FROM assignments work
          WHERE work.family_id = family.family_id
          GROUP BY work.course_id
        ) groups
      ),
      'byStudent', (
        SELECT coalesce(json_agg(json_build_object(
          'student', (
            SELECT json_build_object('name', student.name) FROM members student
            WHERE student.family_id = :family_id::uuid AND student.id = groups.student_id
          ),
          'count', groups.count,
          'gradedCount', groups.graded_count,
          'meanPercentage', groups.mean
        ) ORDER BY (
          SELECT student.name FROM members student WHERE student.family_id = :family_id::uuid AND student.id = groups.student_id
        ), groups.student_id), '[]')
        FROM (
          SELECT work.student_id, count(*) AS count, count(work.percentage) AS graded_count,
            (
              SELECT round(round((
                coalesce(sum(work.percentage) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND NOT work.is_extra_credit AND NOT coalesce(work.course_id IN (SELECT other.id FROM courses other WHERE other.family_id = :family_id::uuid AND NOT other.is_plain_mean), false)), 0)
                + coalesce(count(*) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND work.course_id IS NULL AND NOT work.is_extra_credit)
                  * sum(work.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND work.course_id IS NULL AND work.is_extra_credit)
                  / sum(work.points_possible) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND work.course_id IS NULL AND NOT work.is_extra_credit), 0)
                + coalesce(sum(course.mass), 0)
              ) / nullif(
                count(*) FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND NOT work.is_extra_credit AND NOT coalesce(work.course_id IN (SELECT other.id FROM courses other WHERE other.family_id = :family_id::uuid AND NOT other.is_plain_mean), false)) + coalesce(sum(course.work_count), 0), 0
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
                      FILTER (WHERE work.is_counted AND work.percentage IS NOT NULL AND coalesce(work.course_id IN (SELECT other.id FROM courses other WHERE other.family_id = :family_id::uuid AND NOT other.is_plain_mean), false))
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
            ) AS mean
          FROM assignments work
          WHERE work.family_id = family.family_id
          GROUP BY work.student_id
        ) groups
      ),
      'byState', (
        SELECT coalesce(json_agg(json_build_object('state', groups.state, 'count', groups.count) ORDER BY groups.state), '[]')
        FROM (
          SELECT CASE
            WHEN work.points_awarded IS NOT NULL THEN 'GRADED'
            WHEN work.done_at IS NOT NULL THEN 'DONE'
            WHEN (work.due_date + coalesce(work.due_time, time '23:59:59.999999')) AT TIME ZONE family.time_zone < now() AND NOT EXISTS (
              SELECT 1 FROM courses ended
              WHERE ended.family_id = work.family_id AND ended.id = work.course_id AND ended.status <> 'ACTIVE'
            ) THEN 'OVERDUE'
            ELSE 'OPEN'
          END AS state, count(*) AS count
          FROM assignments work
          WHERE work.family_id = family.family_id
          GROUP BY 1
        ) groups
      )
    )
    FROM assignments work
    WHERE work.family_id = family.family_id
  ))
  FROM families family
  WHERE family.family_id = :family_id::uuid
)) AS answer;
