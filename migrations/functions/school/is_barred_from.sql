-- Whether the school of an enrolment of the family in scope lets the account in scope decide nothing about its student:
-- one whom it has barred, or one who became a parent when the student was there already, until staff confirm the
-- person.
--
-- Owner's rights: triggers and functions call it with these rights. The server's role may read these rows in the scope
-- of the family, too.
CREATE OR REPLACE FUNCTION is_barred_from(enrolment uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.pickup_guardians guardians
    JOIN public.members ON members.family_id = home AND members.id = guardians.member_id
    JOIN public.enrolments rows ON rows.family_id = home AND rows.id = guardians.enrolment_id
    WHERE guardians.family_id = home AND guardians.enrolment_id = enrolment
      AND (guardians.is_barred OR (rows.state = 'CONFIRMED' AND NOT guardians.is_confirmed))
      AND members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
END
$$;
REVOKE ALL ON FUNCTION is_barred_from(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_barred_from(uuid) TO hatched_app;
