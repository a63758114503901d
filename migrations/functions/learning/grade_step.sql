-- The step of a grade on the grade scale that counts for a course and a student; no letter without a grade. The student
-- is null for a grade over all students. It is called for each grade: tables are named with their schema, since a search path of
-- its own would be set for each call.
CREATE OR REPLACE FUNCTION grade_step(
  family uuid, course uuid, student uuid, grade numeric, OUT letter text, OUT points numeric
)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  own uuid;
  made text;
BEGIN
  IF grade IS NULL THEN
    RETURN;
  END IF;
  SELECT choice.grade_scale_id, choice.ready_made INTO own, made FROM public.grade_scale_choices choice
  WHERE choice.family_id = family AND (choice.course_id = course OR choice.course_id IS NULL)
    AND (choice.student_id = student OR choice.student_id IS NULL)
  ORDER BY choice.course_id IS NULL, choice.student_id IS NULL LIMIT 1;
  IF own IS NOT NULL THEN
    SELECT step.letter, step.grade_points INTO letter, points FROM public.grade_scale_steps step
    WHERE step.family_id = family AND step.grade_scale_id = own AND step.least_percentage <= grade
    ORDER BY step.least_percentage DESC LIMIT 1;
  ELSE
    SELECT step.letter, step.grade_points INTO letter, points FROM public.ready_made_grade_steps() step
    WHERE step.grade_scale = coalesce(made, 'PLUS_MINUS') AND step.least_percentage <= grade
    ORDER BY step.least_percentage DESC LIMIT 1;
  END IF;
END
$$;
REVOKE ALL ON FUNCTION grade_step(uuid, uuid, uuid, numeric) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION grade_step(uuid, uuid, uuid, numeric) TO hatched_app;
