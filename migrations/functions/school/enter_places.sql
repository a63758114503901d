-- Reads the places of the account in scope, sets the settings that policies compare with for the rest of the
-- transaction, and returns the places with the versions of what is seen there. A kind is 'SCHOOL' (seen as by all its
-- people), 'ADMINISTERED', 'STAFF' (all classes of a school), 'TEACHING' (a class), or 'WATCHED': a class that is seen
-- as staff, for its version alone.
--
-- May be null: stamp.
--
-- Owner's rights: the places of an account set the scope of its policies: a setting that the server computes could name
-- any school.
CREATE OR REPLACE FUNCTION enter_places() RETURNS TABLE (kind text, id uuid, stamp uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  known uuid[];
  administered uuid[];
  staffed uuid[];
  taught uuid[];
BEGIN
  known := ARRAY(
    SELECT staff.school_id FROM public.school_staff staff WHERE staff.account_id = account
    UNION
    SELECT families.school_id FROM public.school_families families
    WHERE families.family_id = home AND EXISTS (
      SELECT 1 FROM public.members WHERE members.family_id = home AND members.account_id = account));
  administered := ARRAY(
    SELECT staff.school_id FROM public.school_staff staff WHERE staff.account_id = account AND staff.role = 'ADMINISTRATOR');
  staffed := ARRAY(
    SELECT staff.school_id FROM public.school_staff staff WHERE staff.account_id = account AND staff.role <> 'TEACHER');
  taught := ARRAY(SELECT classes.class_id FROM public.school_staff_classes classes WHERE classes.account_id = account);
  PERFORM set_config('hatched.school_ids', known::text, true), set_config('hatched.administered_school_ids', administered::text, true),
    set_config('hatched.staff_school_ids', staffed::text, true), set_config('hatched.staff_class_ids', taught::text, true);
  RETURN QUERY
    SELECT 'SCHOOL', versions.id, versions.stamp FROM public.place_versions versions WHERE versions.id = ANY (known)
    UNION ALL SELECT 'ADMINISTERED', places.id, NULL::uuid FROM unnest(administered) AS places (id)
    UNION ALL SELECT 'STAFF', places.id, NULL::uuid FROM unnest(staffed) AS places (id)
    UNION ALL SELECT 'TEACHING', versions.id, versions.stamp FROM public.place_versions versions WHERE versions.id = ANY (taught)
    UNION ALL SELECT 'WATCHED', versions.id, versions.stamp FROM public.place_versions versions
      WHERE versions.school_id = ANY (staffed) AND versions.id <> versions.school_id;
END
$$;
REVOKE ALL ON FUNCTION enter_places() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enter_places() TO hatched_app;
