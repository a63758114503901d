-- Locks the families of enrolments, of guardians and of dismissals that the account in scope sees as staff. For more
-- than one of these rows it also bumps the versions of their classes, by id: the statements that follow may come to
-- them in any order. Staff then change the rows as a family's own member does, under its lock.
--
-- One row has one class, whose version is locked before that of the school. place_enrolment() locks those of the class
-- before and after.
--
-- Owner's rights: families are in no scope of staff, and no statement of staff may lock other families than those of
-- their students.
CREATE OR REPLACE FUNCTION lock_families_as_staff(enrolled uuid[], guarding uuid[], open uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  staffed uuid[] := nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[];
  taught uuid[] := nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[];
  homes uuid[];
  places uuid[];
BEGIN
  SELECT array_agg(DISTINCT seen.family_id), array_agg(DISTINCT seen.place) INTO homes, places FROM (
    SELECT rows.family_id, coalesce(rows.class_id, rows.staff_school_id) AS place FROM public.enrolments rows
    WHERE rows.id = ANY (enrolled) AND (rows.staff_school_id = ANY (staffed) OR rows.class_id = ANY (taught))
    UNION SELECT rows.family_id, coalesce(rows.class_id, rows.staff_school_id) FROM public.pickup_guardians rows
    WHERE rows.id = ANY (guarding) AND (rows.staff_school_id = ANY (staffed) OR rows.class_id = ANY (taught))
    UNION SELECT rows.family_id, coalesce(rows.class_id, rows.staff_school_id) FROM public.dismissals rows
    WHERE rows.id = ANY (open) AND (rows.staff_school_id = ANY (staffed) OR rows.class_id = ANY (taught))
  ) AS seen;
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  IF cardinality(enrolled || guarding || open) > 1 THEN
    PERFORM public.lock_class_versions(homes, places);
    PERFORM public.bump_places(places);
  END IF;
END
$$;
REVOKE ALL ON FUNCTION lock_families_as_staff(uuid[], uuid[], uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_families_as_staff(uuid[], uuid[], uuid[]) TO hatched_app;
