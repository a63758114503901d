-- family Family
SELECT families_0.family_id
  FROM families families_0
  WHERE families_0.family_id = $1;
-- $1 = the viewer's family

-- family.courses Course
WITH found AS MATERIALIZED (SELECT courses_1.family_id AS c0, courses_1.code AS c1, courses_1.grading_method AS c2, CASE WHEN courses_1.is_plain_mean THEN (SELECT round(round(avg(graded.percentage), 15), 2)
      FROM assignments graded
      WHERE graded.family_id = $1 AND graded.course_id = courses_1.id) ELSE general_grade($1, courses_1.id, courses_1.grading_method, true, NULL) END AS c3, (SELECT count(*)::int4
      FROM assignments ungrouped
      WHERE ungrouped.family_id = $1 AND ungrouped.course_id = courses_1.id AND ungrouped.weight_group_id IS NULL AND EXISTS (SELECT 1
        FROM weight_groups grouped
        WHERE grouped.family_id = $1 AND grouped.course_id = courses_1.id)) AS c4, courses_1.id AS c5
    FROM courses courses_1
    WHERE courses_1.family_id = $1 AND (courses_1.id IN (SELECT weight_groups_f1.course_id
        FROM weight_groups weight_groups_f1
        WHERE weight_groups_f1.family_id = $1 AND (weight_groups_f1.weight)::float8 > $2)) IS TRUE
    ORDER BY courses_1.name, courses_1.id
    LIMIT $3 OFFSET $4) SELECT c0, c1, c2, c3, c4, c5
  FROM found
  WHERE (SELECT set_config('hatched.keys_1_5', array_to_string(array_agg(c5), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = literal("0.0", float8), $3 = 50, $4 = 0

-- family.courses.weightGroups WeightGroup
WITH found AS MATERIALIZED (SELECT weight_groups_2.family_id AS c0, weight_groups_2.course_id AS c1, weight_groups_2.name AS c2, weight_groups_2.weight AS c3, CASE WHEN EXISTS (SELECT 1
      FROM assignments graded
      WHERE graded.family_id = $1 AND graded.weight_group_id = weight_groups_2.id AND graded.is_counted AND NOT graded.is_extra_credit AND graded.points_awarded IS NOT NULL) THEN round(weight_groups_2.weight / (SELECT sum(others.weight)
        FROM weight_groups others
        WHERE others.family_id = $1 AND others.course_id = weight_groups_2.course_id AND EXISTS (SELECT 1
          FROM assignments graded
          WHERE graded.family_id = $1 AND graded.weight_group_id = others.id AND graded.is_counted AND NOT graded.is_extra_credit AND graded.points_awarded IS NOT NULL)), 4) END AS c4, CASE WHEN EXISTS (SELECT 1
      FROM assignments graded
      WHERE graded.family_id = $1 AND graded.weight_group_id = weight_groups_2.id AND graded.is_counted AND NOT graded.is_extra_credit AND graded.points_awarded IS NOT NULL AND graded.student_id = $2) THEN round(weight_groups_2.weight / (SELECT sum(others.weight)
        FROM weight_groups others
        WHERE others.family_id = $1 AND others.course_id = weight_groups_2.course_id AND EXISTS (SELECT 1
          FROM assignments graded
          WHERE graded.family_id = $1 AND graded.weight_group_id = others.id AND graded.is_counted AND NOT graded.is_extra_credit AND graded.points_awarded IS NOT NULL AND graded.student_id = $2)), 4) END AS c5, (SELECT round(round(CASE WHEN (SELECT course.grading_method
            FROM courses course
            WHERE course.family_id = $1 AND course.id = weight_groups_2.course_id) = 'TOTAL_POINTS' THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) END + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit), 0) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit), 15), 2)
      FROM assignments graded
      WHERE graded.family_id = $1 AND graded.course_id = weight_groups_2.course_id AND graded.is_counted AND graded.points_awarded IS NOT NULL AND graded.weight_group_id = weight_groups_2.id) AS c6, weight_groups_2.id AS c7
    FROM unnest(string_to_array(current_setting('hatched.keys_1_5', true), ',', '')::uuid[]) parents_2(key)
    CROSS JOIN LATERAL (SELECT *
      FROM weight_groups weight_groups_2
      WHERE weight_groups_2.family_id = $1 AND weight_groups_2.course_id = parents_2.key
      ORDER BY weight_groups_2.name, weight_groups_2.id
      LIMIT $3 OFFSET $4) weight_groups_2
    ORDER BY weight_groups_2.name, weight_groups_2.id) SELECT c0, c1, c2, c3, c4, c5, c6, c7
  FROM found
  WHERE (SELECT set_config('hatched.keys_2_7', array_to_string(array_agg(c7), ',', ''), true)
    FROM found) IS NOT NULL;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8004-000000000003, $3 = 20, $4 = 0

-- family.courses.weightGroups.assignments Assignment
SELECT assignments_3.family_id, assignments_3.weight_group_id, assignments_3.title, assignments_3.is_counted, assignments_3.is_extra_credit, assignments_3.allows_bonus
  FROM unnest(string_to_array(current_setting('hatched.keys_2_7', true), ',', '')::uuid[]) parents_3(key)
  CROSS JOIN LATERAL (SELECT *
    FROM assignments assignments_3
    WHERE assignments_3.family_id = $1 AND assignments_3.weight_group_id = parents_3.key
    ORDER BY assignments_3.due_date, assignments_3.id
    LIMIT $2 OFFSET $3) assignments_3
  ORDER BY assignments_3.due_date, assignments_3.id;
-- $1 = the viewer's family, $2 = 2, $3 = 0

-- family.courses.gradeExplanation GradeTerm
SELECT grade_terms_4.family_id, grade_terms_4.course_id, grade_terms_4.weight_group_id, grade_terms_4.weight, grade_terms_4.share, grade_terms_4.mean, grade_terms_4.graded_count, grade_terms_4.extra_credit_count
  FROM unnest(string_to_array(current_setting('hatched.keys_1_5', true), ',', '')::uuid[]) parents_4(key)
  CROSS JOIN LATERAL (SELECT *
    FROM (SELECT term.family_id, term.course_id, term.id, term.weight_group_id, term.name, term.weight, CASE WHEN term.value IS NOT NULL THEN round(term.weight / sum(term.weight) FILTER (WHERE term.value IS NOT NULL) OVER (PARTITION BY term.family_id, term.course_id), 4) END AS share, round(round(term.value, 15), 2) AS mean, term.graded_count, term.extra_credit_count
      FROM (SELECT part.*, sums.*
        FROM (SELECT course.family_id, course.id AS course_id, course.id, NULL::uuid AS weight_group_id, course.name, 1::numeric AS weight, course.grading_method
          FROM courses course
          WHERE course.family_id = $1 AND NOT EXISTS (SELECT 1
            FROM weight_groups grouped
            WHERE grouped.family_id = $1 AND grouped.course_id = course.id)
          UNION ALL SELECT g.family_id, g.course_id, g.id, g.id, g.name, g.weight, course.grading_method
          FROM weight_groups g JOIN courses course ON course.family_id = $1 AND course.id = g.course_id
          WHERE g.family_id = $1) part
        CROSS JOIN LATERAL (SELECT CASE WHEN part.grading_method = 'TOTAL_POINTS' THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) END + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit), 0) / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) AS value, (count(*) FILTER (WHERE NOT graded.is_extra_credit))::int4 AS graded_count, (count(*) FILTER (WHERE graded.is_extra_credit))::int4 AS extra_credit_count
          FROM assignments graded
          WHERE graded.family_id = $1 AND graded.course_id = part.course_id AND graded.student_id IS NOT DISTINCT
          FROM $2 AND graded.is_counted AND graded.points_awarded IS NOT NULL AND graded.weight_group_id IS NOT DISTINCT
          FROM part.weight_group_id) sums) term) grade_terms_4
    WHERE grade_terms_4.family_id = $1 AND grade_terms_4.course_id = parents_4.key
    ORDER BY grade_terms_4.name, grade_terms_4.id
    LIMIT $3 OFFSET $4) grade_terms_4
  ORDER BY grade_terms_4.name, grade_terms_4.id;
-- $1 = the viewer's family, $2 = 0198f000-0000-7000-8004-000000000003, $3 = 20, $4 = 0

-- family.courses.gradeExplanation.weightGroup WeightGroup
SELECT weight_groups_5.family_id, weight_groups_5.id, weight_groups_5.name
  FROM weight_groups weight_groups_5
  WHERE weight_groups_5.family_id = $1;
-- $1 = the viewer's family
