-- Locks the family of a person of a school, where the person is a member of one and the account in scope works at the
-- school: before the content of the person, of whose new state it is notified.
--
-- Owner's rights: staff act in no family, and row-level security locks nothing of it.
CREATE OR REPLACE FUNCTION lock_author(person uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.lock_further_families(ARRAY(
    SELECT own.family_id FROM public.school_people people JOIN public.members own ON own.account_id = people.account_id AND own.id = people.member_id
    WHERE people.id = person AND EXISTS (
      SELECT 1 FROM public.school_staff staff
      WHERE staff.school_id = people.school_id AND staff.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)));
END
$$;
REVOKE ALL ON FUNCTION lock_author(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_author(uuid) TO hatched_app;
