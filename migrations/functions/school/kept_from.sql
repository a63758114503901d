-- The students of the family in scope at a school that the account in scope may not collect, of some enrolments:
-- 'BARRED', or 'NEW' for one whom staff have not confirmed.
--
-- Owner's rights: none of these rows needs them: the server's role may read them in the scope of the family.
CREATE OR REPLACE FUNCTION kept_from(enrolled uuid[]) RETURNS TABLE (enrolment_id uuid, reason text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  RETURN QUERY
    SELECT guardians.enrolment_id, CASE WHEN guardians.is_barred THEN 'BARRED' ELSE 'NEW' END
    FROM public.members own
    JOIN public.pickup_guardians guardians ON guardians.family_id = home AND guardians.member_id = own.id
      AND guardians.enrolment_id = ANY (enrolled) AND (guardians.is_barred OR NOT guardians.is_confirmed)
    WHERE own.family_id = home AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;
REVOKE ALL ON FUNCTION kept_from(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kept_from(uuid[]) TO hatched_app;
