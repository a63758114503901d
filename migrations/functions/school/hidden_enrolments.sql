-- The enrolments whose pickups a member may not see: a parent from whose student a school bars it, also of those that
-- are gone; and other students where a school bars anybody, since a barred parent may know their passwords.
--
-- Owner's rights: `pickup_records` are in no scope of a family.
CREATE OR REPLACE FUNCTION hidden_enrolments(reader uuid) RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  RETURN ARRAY(
    SELECT guardians.enrolment_id FROM public.pickup_guardians guardians
    WHERE guardians.family_id = home AND guardians.member_id = reader AND guardians.is_barred
    UNION SELECT guardians.enrolment_id FROM public.pickup_guardians guardians
    JOIN public.enrolments rows ON rows.family_id = home AND rows.id = guardians.enrolment_id AND rows.student_id <> reader
    JOIN public.members own ON own.family_id = home AND own.id = reader AND own.role = 'STUDENT'
    WHERE guardians.family_id = home AND guardians.is_barred
    UNION SELECT records.enrolment_id FROM public.members own
    JOIN public.pickup_records records ON records.account = own.account_id AND records.enrolment_id IS NOT NULL
    WHERE own.family_id = home AND own.id = reader AND own.role = 'PARENT'
    ORDER BY 1);
END
$$;
REVOKE ALL ON FUNCTION hidden_enrolments(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hidden_enrolments(uuid) TO hatched_app;
