-- The grade of a course by the general rule, which GradeRule.swift defines: of the work of all students, or of one. It
-- is a function, so that statements over courses that need no more than a mean do not prepare it. Tables are named with their
-- schema, since a search path of its own would be set for each call.
CREATE OR REPLACE FUNCTION general_grade(family uuid, course uuid, method text, of_all boolean, student uuid)
RETURNS numeric
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN round(round((SELECT sum(term.weight * term.value) / sum(term.weight) FROM (
    SELECT coalesce((SELECT g.weight FROM public.weight_groups g
      WHERE g.family_id = family AND g.id = graded.weight_group_id), 1) AS weight,
      CASE WHEN method = 'TOTAL_POINTS'
      THEN sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE NOT graded.is_extra_credit)
        / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit)
      ELSE avg(graded.points_awarded * 100.000000000000000000000000000000 / graded.points_possible)
        FILTER (WHERE NOT graded.is_extra_credit) END
      + coalesce(sum(graded.points_awarded * 100.000000000000000000000000000000) FILTER (WHERE graded.is_extra_credit), 0)
        / sum(graded.points_possible) FILTER (WHERE NOT graded.is_extra_credit) AS value
    FROM public.assignments graded WHERE graded.family_id = family AND graded.course_id = course
      AND graded.is_counted AND graded.points_awarded IS NOT NULL AND (of_all OR graded.student_id = student)
      AND (graded.weight_group_id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM public.weight_groups grouped
        WHERE grouped.family_id = family AND grouped.course_id = course))
    GROUP BY graded.weight_group_id) term WHERE term.value IS NOT NULL), 15), 2);
END
$$;
REVOKE ALL ON FUNCTION general_grade(uuid, uuid, text, boolean, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION general_grade(uuid, uuid, text, boolean, uuid) TO hatched_app;
