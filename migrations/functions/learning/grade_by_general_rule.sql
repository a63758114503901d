-- Keeps `courses.is_plain_mean`: whether the grade of a course is a mean of its work, without weights.
--
-- Owner's rights: the server's role must not set `is_plain_mean`, which `fixed_columns` refuses.
CREATE OR REPLACE FUNCTION grade_by_general_rule() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.courses SET is_plain_mean = false
  WHERE courses.family_id = NEW.family_id AND courses.id = NEW.course_id AND courses.is_plain_mean;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION grade_by_general_rule() FROM PUBLIC;
