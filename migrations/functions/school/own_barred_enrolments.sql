-- The enrolments of the family in scope about whose students the account in scope may decide nothing: see
-- barred_enrolments. The application decides which changes to refuse, and reads no guardian's account.
--
-- Owner's rights: the server's role has no privilege on `pickup_bars`: no family reads or lifts a bar.
CREATE OR REPLACE FUNCTION own_barred_enrolments() RETURNS TABLE (id uuid, student_id uuid, school_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT barred.id, barred.student_id, barred.school_id
    FROM public.barred_enrolments(nullif(current_setting('hatched.family_id', true), '')::uuid) barred;
END
$$;
REVOKE ALL ON FUNCTION own_barred_enrolments() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_barred_enrolments() TO hatched_app;
