-- Work that comes to another course leaves its weight group, unless the same change names another group. Work of a
-- course with weight groups has 100 points possible unless they are given.
CREATE OR REPLACE FUNCTION fit_assignment_to_course() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.weight_group_id := NULL;
  ELSIF EXISTS (SELECT 1 FROM public.weight_groups AS g WHERE g.family_id = NEW.family_id AND g.course_id = NEW.course_id) THEN
    NEW.points_possible := 100;
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION fit_assignment_to_course() FROM PUBLIC;
