-- Whether the account in scope, whose places are entered, sees a ticket: as its author, as a parent of the child that
-- it is about, as an administrator of the school, or as a teacher of the child's class.
CREATE OR REPLACE FUNCTION ticket_is_seen(home uuid, ticket uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  own_home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.tickets asked
    LEFT JOIN public.members own ON own.family_id = asked.family_id AND own.family_id = own_home AND own.account_id = account
    WHERE asked.family_id = home AND asked.id = ticket
      AND asked.school_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[])
      AND (asked.staff_school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[])
        OR asked.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])
        OR (asked.author_id = own.id OR asked.enrolment_id IS NOT NULL AND own.role = 'PARENT')
          AND NOT EXISTS (
            SELECT 1 FROM public.pickup_guardians barred
            WHERE barred.family_id = asked.family_id AND barred.enrolment_id = asked.enrolment_id AND barred.member_id = own.id
              AND barred.is_barred)
          AND NOT EXISTS (SELECT 1 FROM public.barred_enrolments(own_home) kept WHERE kept.id = asked.enrolment_id)));
END
$$;
REVOKE ALL ON FUNCTION ticket_is_seen(uuid, uuid) FROM PUBLIC;
