-- The enrolments of a family that last and about whose students the account in scope may decide nothing: from which a
-- school has barred it; and, where the school has barred anybody from the student, those of which it has not confirmed
-- the account, which may be another one of that person.
--
-- Owner's rights: the server's role has no privilege on `pickup_bars`: no family reads or lifts a bar.
CREATE OR REPLACE FUNCTION barred_enrolments(home uuid) RETURNS TABLE (id uuid, student_id uuid, school_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT rows.id, rows.student_id, rows.school_id
    FROM public.members own
    JOIN public.pickup_guardians guardians ON guardians.family_id = home AND guardians.member_id = own.id
    JOIN public.enrolments rows ON rows.family_id = home AND rows.id = guardians.enrolment_id AND rows.state <> 'ENDED'
    WHERE own.family_id = home AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
      AND (guardians.is_barred OR (rows.state = 'CONFIRMED' AND NOT guardians.is_confirmed AND (
        EXISTS (
          SELECT 1 FROM public.pickup_guardians others
          WHERE others.family_id = home AND others.enrolment_id = rows.id AND others.is_barred)
        OR EXISTS (
          SELECT 1 FROM public.pickup_bars bars
          WHERE bars.school_id = rows.school_id AND bars.student_number = rows.student_number))));
END
$$;
REVOKE ALL ON FUNCTION barred_enrolments(uuid) FROM PUBLIC;
