-- Decides whether a name is that of somebody whom the school has barred from the student of an enrolment, by the
-- present name and by the one that the school knew, and returns the name of that person; null for none. An account that
-- has left the family, or is deleted, stays barred until the bar is lifted. For the family in scope, and as staff.
--
-- May be null: the result.
--
-- Owner's rights: bars of accounts that have left the family are in no scope, and the server's role has no privilege on
-- `pickup_bars`.
CREATE OR REPLACE FUNCTION barred_name(enrolment uuid, given text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known public.enrolments;
BEGIN
  SELECT * INTO known FROM public.enrolments rows
  WHERE rows.id = enrolment AND (
    rows.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
    OR rows.staff_school_id = ANY (nullif(current_setting('hatched.staff_school_ids', true), '')::uuid[])
    OR rows.class_id = ANY (nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[]));
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN (
    SELECT persons.name FROM (
      SELECT guardians.name FROM public.pickup_guardians guardians
      WHERE guardians.family_id = known.family_id AND guardians.enrolment_id = known.id AND guardians.is_barred
      UNION ALL
      SELECT accounts.name FROM public.pickup_bars bars JOIN public.accounts ON accounts.id = bars.account
      WHERE bars.school_id = known.school_id AND bars.student_number = known.student_number
      UNION ALL
      SELECT records.person_name FROM public.pickup_records records
      WHERE records.school_id = known.school_id AND records.kind = 'BAR' AND records.student_number = known.student_number AND (
        NOT EXISTS (SELECT 1 FROM public.accounts WHERE accounts.id = records.account)
        OR EXISTS (
          SELECT 1 FROM public.pickup_bars lasting
          WHERE lasting.school_id = records.school_id AND lasting.student_number = records.student_number
            AND lasting.account = records.account))
    ) AS persons
    WHERE persons.name IS NOT NULL AND public.names_person(given, persons.name)
    ORDER BY persons.name LIMIT 1);
END
$$;
REVOKE ALL ON FUNCTION barred_name(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION barred_name(uuid, text) TO hatched_app;
