-- Clears `courses.is_plain_mean` where the grade is no plain mean of work any more: with a weight group, or with work
-- that is not counted, gives extra credit or allows a bonus.
--
-- Owner's rights: `fixed_columns` refuses the server's role to set `is_plain_mean`.
CREATE OR REPLACE FUNCTION grade_by_general_rule() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.courses SET is_plain_mean = false
  WHERE courses.family_id = NEW.family_id AND courses.id = NEW.course_id AND courses.is_plain_mean;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION grade_by_general_rule() FROM PUBLIC;
