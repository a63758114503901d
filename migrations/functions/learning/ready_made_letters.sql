-- The letters of a ready-made grade scale, the lowest step first. PostgreSQL computes a call for a constant once, while it plans.
CREATE OR REPLACE FUNCTION ready_made_letters(grade_scale text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN array_agg(step.letter ORDER BY step.least_percentage) FROM public.ready_made_grade_steps() AS step
  WHERE step.grade_scale = ready_made_letters.grade_scale;
END
$$;
REVOKE ALL ON FUNCTION ready_made_letters(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ready_made_letters(text) TO hatched_app;
