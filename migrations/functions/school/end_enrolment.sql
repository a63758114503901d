-- Ends an enrolment, or withdraws the request for one: by a parent of the family in scope, or by the school. The wish
-- for a class ends with it.
--
-- Outcomes: DONE, NONE.
--
-- Owner's rights: the server's role may only read `enrolments`: no statement of the server writes a state that this
-- function would refuse.
CREATE OR REPLACE FUNCTION end_enrolment(enrolment uuid, ended_by text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known public.enrolments;
BEGIN
  SELECT * INTO known FROM public.enrolments rows
  WHERE rows.id = enrolment AND rows.state <> 'ENDED'
    AND (rows.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid
      OR rows.staff_school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]));
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  -- Versions of accounts before those of classes: the student leaves conversations.
  PERFORM public.bump_accounts(public.accounts_beside(
    ARRAY(SELECT own.id FROM public.members own WHERE own.family_id = known.family_id), ARRAY[known.class_id]));
  UPDATE public.dismissals
  SET state = 'CANCELLED', cancelled_at = now(), cancelled_by = ended_by, cancellation_reason = 'The enrolment ended.',
    version = version + 1, updated_at = now()
  WHERE family_id = known.family_id AND enrolment_id = enrolment AND state IN ('REQUESTED', 'READY')
    -- What is of a day that has ended takes no step: it expires.
    AND day_ends_at > now();
  UPDATE public.enrolments
  SET state = 'ENDED', ended_at = now(), staff_school_id = NULL, class_id = NULL, wanted_class_id = NULL, proposed_name = NULL,
    version = version + 1, updated_at = now()
  WHERE family_id = known.family_id AND id = enrolment;
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION end_enrolment(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_enrolment(uuid, text) TO hatched_app;
