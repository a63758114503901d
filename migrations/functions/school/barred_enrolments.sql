-- The enrolments of a family that last and about whose students the account in scope may decide nothing, since the
-- school keeps it from them: see is_kept_from().
--
-- Owner's rights: the server's role has no privilege on `pickup_bars`: no family reads or lifts a bar.
CREATE OR REPLACE FUNCTION barred_enrolments(home uuid) RETURNS TABLE (id uuid, student_id uuid, school_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT rows.id, rows.student_id, rows.school_id
    FROM public.members own
    -- Most parents are confirmed and not barred: is_kept_from() is asked of the others alone.
    JOIN public.pickup_guardians guardians ON guardians.family_id = home AND guardians.member_id = own.id
      AND (guardians.is_barred OR NOT guardians.is_confirmed)
    JOIN public.enrolments rows ON rows.family_id = home AND rows.id = guardians.enrolment_id AND rows.state <> 'ENDED'
    WHERE own.family_id = home AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
      AND public.is_kept_from(home, rows.id, own.id);
END
$$;
REVOKE ALL ON FUNCTION barred_enrolments(uuid) FROM PUBLIC;
