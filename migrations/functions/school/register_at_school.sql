-- Registers the family in scope at the school with a code: at most 20 schools. The family is locked.
--
-- Outcomes: DONE, NONE, LIMIT.
-- May be null: school_id.
-- Rows: one.
--
-- Owner's rights: the school of the code is in no scope before the family is registered there.
CREATE OR REPLACE FUNCTION register_at_school(school_code text) RETURNS TABLE (outcome text, school_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  outcome := 'NONE';
  school_id := (SELECT schools.id FROM public.schools WHERE schools.code = school_code);
  IF school_id IS NOT NULL AND home IS NOT NULL THEN
    INSERT INTO public.school_families (family_id, school_id) VALUES (home, school_id)
    ON CONFLICT ON CONSTRAINT school_families_key DO NOTHING;
    outcome := CASE
      WHEN (SELECT count(*) FROM public.school_families known WHERE known.family_id = home) > 20 THEN 'LIMIT' ELSE 'DONE' END;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION register_at_school(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION register_at_school(text) TO hatched_app;
