-- The enrolments of which schools keep records when a member of a family goes: a student's own, and those from which a
-- parent is barred, who takes that along.
CREATE OR REPLACE FUNCTION enrolments_kept(home uuid, leaving uuid) RETURNS uuid[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT rows.id FROM public.enrolments rows WHERE rows.family_id = home AND rows.student_id = leaving
    UNION SELECT guardians.enrolment_id FROM public.pickup_guardians guardians
    WHERE guardians.family_id = home AND guardians.member_id = leaving AND guardians.is_barred);
END
$$;
REVOKE ALL ON FUNCTION enrolments_kept(uuid, uuid) FROM PUBLIC;
