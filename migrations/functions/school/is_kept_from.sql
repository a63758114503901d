-- Whether a school keeps a member from the student of an enrolment: it has barred the member; or it has barred anybody
-- from the student and has not confirmed this member, who may be another account of that person. The only place that
-- says so: barred_enrolments() asks it, too.
CREATE OR REPLACE FUNCTION is_kept_from(home uuid, enrolment uuid, member uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.pickup_guardians guardians
    JOIN public.enrolments rows ON rows.family_id = home AND rows.id = enrolment
    WHERE guardians.family_id = home AND guardians.enrolment_id = enrolment AND guardians.member_id = member
      AND (guardians.is_barred OR NOT guardians.is_confirmed AND (
        rows.state <> 'PENDING' AND EXISTS (
          SELECT 1 FROM public.pickup_guardians others
          WHERE others.family_id = home AND others.enrolment_id = enrolment AND others.is_barred)
        OR rows.state = 'CONFIRMED' AND EXISTS (
          SELECT 1 FROM public.pickup_bars bars
          WHERE bars.school_id = rows.school_id AND bars.student_number = rows.student_number))));
END
$$;
REVOKE ALL ON FUNCTION is_kept_from(uuid, uuid, uuid) FROM PUBLIC;
