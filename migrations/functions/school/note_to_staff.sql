-- Adds a notice to the staff of the student of an enrolment: the same of a person at most every ten minutes, and five
-- of a kind. Of a barred parent it has the name that the school knows, whatever name the parent has taken since. Staff
-- have no right to add one by themselves. For the family in scope, and as staff.
--
-- Owner's rights: the server's role may not add notices as staff, and the limits need the notices of all members.
CREATE OR REPLACE FUNCTION note_to_staff(enrolment uuid, subject text, person text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := (
    SELECT rows.family_id FROM public.enrolments rows
    WHERE rows.id = enrolment AND rows.staff_school_id IS NOT NULL AND (
      rows.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
      OR rows.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[])
      OR rows.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[])));
BEGIN
  IF subject = 'BARRED_REQUEST' THEN
    person := coalesce((
      SELECT guardians.name FROM public.members own
      JOIN public.pickup_guardians guardians
        ON guardians.family_id = home AND guardians.enrolment_id = enrolment AND guardians.member_id = own.id
      WHERE own.family_id = home AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid), person);
  END IF;
  INSERT INTO public.school_notices (family_id, enrolment_id, kind, person_name)
  SELECT home, enrolment, subject, left(person, 200)
  WHERE home IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM public.school_notices told
    WHERE told.family_id = home AND told.enrolment_id = enrolment AND told.kind = subject
      AND told.person_name IS NOT DISTINCT FROM left(person, 200) AND told.created_at > now() - interval '10 minutes')
    AND (
      SELECT count(*) FROM public.school_notices told
      WHERE told.family_id = home AND told.enrolment_id = enrolment AND told.kind = subject
        AND told.created_at > now() - interval '10 minutes') < 5;
END
$$;
REVOKE ALL ON FUNCTION note_to_staff(uuid, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_to_staff(uuid, text, text) TO hatched_app;
