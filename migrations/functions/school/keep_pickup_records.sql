-- Copies what the schools keep of enrolments of a family. What was copied before keeps its class, which an enrolment
-- that has ended shows no more; a dismissal takes the steps that it made since, as one of a student whose barred parent
-- left the family before.
--
-- Owner's rights: the server's role may only read `pickup_records`: no family removes what its school keeps, and no
-- school adds to it.
CREATE OR REPLACE FUNCTION keep_pickup_records(home uuid, enrolled uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  classes uuid[] := ARRAY(SELECT rows.class_id FROM public.enrolments rows WHERE rows.family_id = home AND rows.id = ANY (enrolled));
BEGIN
  IF enrolled = '{}' THEN RETURN; END IF;
  -- In order: rows that go, or end, after these bump versions of accounts, and then others of places.
  PERFORM public.bump_accounts(public.accounts_beside(
    ARRAY(SELECT own.id FROM public.members own WHERE own.family_id = home), classes));
  PERFORM public.lock_class_versions(ARRAY[home], classes);
  INSERT INTO public.pickup_records AS copied (
    school_id, id, class_id, kind, student_name, student_number, class_name, person_name, state, day, requested_at, requested_by,
    ready_at, ready_by, confirmed_at, confirmed_by, handed_to, cancelled_at, cancelled_by, happened_at, enrolment_id, account)
  SELECT rows.school_id, kept.id, kept.class_id, kept.kind, rows.student_name, rows.student_number, classes.name, kept.person_name,
    kept.state, kept.day, kept.requested_at, kept.requested_by, kept.ready_at, kept.ready_by, kept.confirmed_at, kept.confirmed_by,
    kept.handed_to, kept.cancelled_at, kept.cancelled_by, kept.happened_at, kept.enrolment_id, kept.account
  FROM (
    SELECT guardians.enrolment_id AS enrolled_id, guardians.id, guardians.class_id, 'BAR' AS kind, guardians.name AS person_name,
      NULL::text AS state, NULL::date AS day, NULL::timestamptz AS requested_at, NULL::text AS requested_by,
      NULL::timestamptz AS ready_at, NULL::text AS ready_by, NULL::timestamptz AS confirmed_at, NULL::text AS confirmed_by,
      NULL::text AS handed_to, NULL::timestamptz AS cancelled_at, NULL::text AS cancelled_by, guardians.updated_at AS happened_at,
      guardians.enrolment_id, persons.account_id AS account
    FROM public.pickup_guardians guardians
    LEFT JOIN public.members persons ON persons.family_id = guardians.family_id AND persons.id = guardians.member_id
    WHERE guardians.family_id = home AND guardians.enrolment_id = ANY (enrolled) AND guardians.is_barred
    UNION ALL
    SELECT past.enrolment_id, past.id, past.class_id, 'DISMISSAL', NULL, past.state, past.day, past.requested_at, past.requested_by,
      past.ready_at, past.ready_by, past.confirmed_at, past.confirmed_by, past.handed_to, past.cancelled_at, past.cancelled_by,
      past.requested_at, NULL, NULL
    FROM public.dismissals past
    WHERE past.family_id = home AND past.enrolment_id = ANY (enrolled) AND past.requested_at > now() - interval '90 days'
    UNION ALL
    SELECT told.enrolment_id, told.id, told.class_id, 'NOTICE', told.person_name, told.kind, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
      NULL, NULL, NULL, told.created_at, NULL, NULL
    FROM public.school_notices told
    WHERE told.family_id = home AND told.enrolment_id = ANY (enrolled) AND told.created_at > now() - interval '90 days'
  ) AS kept
  JOIN public.enrolments rows ON rows.family_id = home AND rows.id = kept.enrolled_id
  LEFT JOIN public.school_classes classes ON classes.school_id = rows.school_id AND classes.id = kept.class_id
  ORDER BY kept.id
  ON CONFLICT ON CONSTRAINT pickup_records_key DO UPDATE SET
    state = EXCLUDED.state, ready_at = EXCLUDED.ready_at, ready_by = EXCLUDED.ready_by, confirmed_at = EXCLUDED.confirmed_at,
    confirmed_by = EXCLUDED.confirmed_by, handed_to = EXCLUDED.handed_to, cancelled_at = EXCLUDED.cancelled_at,
    cancelled_by = EXCLUDED.cancelled_by
  WHERE copied.kind = 'DISMISSAL' AND (copied.state, copied.ready_at, copied.confirmed_at, copied.cancelled_at)
    IS DISTINCT FROM (EXCLUDED.state, EXCLUDED.ready_at, EXCLUDED.confirmed_at, EXCLUDED.cancelled_at);
END
$$;
REVOKE ALL ON FUNCTION keep_pickup_records(uuid, uuid[]) FROM PUBLIC;
