-- Takes a class, which is about to go, off the wishes of families, as an administrator of its school. Locks these
-- families, in order, and the school.
--
-- Owner's rights: the server's role may only read `enrolments`: no statement of the server writes a state that this
-- function would refuse.
CREATE OR REPLACE FUNCTION forget_class_wishes(class uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  school uuid := (SELECT classes.school_id FROM public.school_classes classes WHERE classes.id = class);
  homes uuid[];
BEGIN
  IF school IS NULL OR school <> ALL (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]) THEN RETURN; END IF;
  -- One that has students stays.
  IF EXISTS (SELECT 1 FROM public.enrolments rows WHERE rows.staff_school_id = school AND rows.class_id = class)
    OR EXISTS (SELECT 1 FROM public.school_students roll WHERE roll.school_id = school AND roll.class_id = class)
  THEN RETURN; END IF;
  homes := ARRAY(SELECT DISTINCT rows.family_id FROM public.enrolments rows WHERE rows.wanted_class_id = class);
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  PERFORM FROM public.schools WHERE schools.id = school FOR NO KEY UPDATE;
  -- Wishes of enrolments without a class bump the version of the school: see bump_places().
  PERFORM public.lock_class_versions('{}', ARRAY[class]);
  UPDATE public.enrolments AS rows SET wanted_class_id = NULL, version = rows.version + 1, updated_at = now()
  WHERE rows.family_id = ANY (homes) AND rows.wanted_class_id = class;
END
$$;
REVOKE ALL ON FUNCTION forget_class_wishes(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_class_wishes(uuid) TO hatched_app;
