-- Tells the parents of a family about a student: a notification for each of those who may know, and one for each matter
-- of a dismissal, whose event changes with the steps. `own_words` is a body that a person wrote.
--
-- Owner's rights: staff act in no family, and may not read or add a family's notifications.
CREATE OR REPLACE FUNCTION tell_parents(
  home uuid, enrolment uuid, student uuid, dismissal uuid, happened text, given jsonb, own_words text DEFAULT NULL
) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  subject text := public.notice_kind(happened);
  matter text := public.notice_matter(happened);
  texts text := jsonb_strip_nulls(given)::text;
  parent uuid;
  former uuid;
BEGIN
  FOR parent IN
    SELECT parents.id FROM public.members parents
    WHERE parents.family_id = home AND parents.role = 'PARENT' AND parents.account_id IS NOT NULL
      AND parents.account_id IS DISTINCT FROM nullif(current_setting('hatched.account_id', true), '')::uuid
      AND NOT EXISTS (
        SELECT 1 FROM public.pickup_guardians barred
        WHERE barred.family_id = home AND barred.enrolment_id = enrolment AND barred.member_id = parents.id AND barred.is_barred)
    ORDER BY parents.id
  LOOP
    former := NULL;
    IF matter IS NOT NULL THEN
      -- The same matter, a minute ago, which nobody has read.
      SELECT told.id INTO former FROM public.notifications told
      WHERE told.family_id = home AND told.enrolment_id = enrolment AND told.recipient_id = parent AND told.read_at IS NULL
        AND told.deleted_at IS NULL AND told.created_at > now() - interval '1 minute'
        AND public.notice_matter(told.event) = matter
      ORDER BY told.created_at DESC, told.id DESC LIMIT 1;
    END IF;
    IF former IS NULL AND (
      SELECT count(*) FROM public.notifications told
      WHERE told.family_id = home AND told.enrolment_id = enrolment AND told.recipient_id = parent AND told.kind = subject
        AND told.created_at > now() - interval '1 hour') >= (CASE WHEN matter IS NULL THEN 60 ELSE 20 END)
    THEN
      SELECT told.id INTO former FROM public.notifications told
      WHERE told.family_id = home AND told.enrolment_id = enrolment AND told.recipient_id = parent AND told.kind = subject
      ORDER BY told.created_at DESC, told.id DESC LIMIT 1;
    END IF;
    IF former IS NULL THEN
      INSERT INTO public.notifications (
        family_id, id, recipient_id, kind, event, arguments, body, student_id, enrolment_id, dismissal_id)
      VALUES (
        home, public.time_ordered_id(), parent, subject, happened, texts, left(own_words, 3000), student, enrolment, dismissal);
    ELSE
      UPDATE public.notifications AS told
      SET event = happened, arguments = texts, title = NULL, body = left(own_words, 3000), dismissal_id = dismissal,
        created_at = now(), read_at = NULL, deleted_at = NULL, version = told.version + 1, updated_at = now()
      WHERE told.family_id = home AND told.id = former;
      PERFORM public.push_again(home, former);
    END IF;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION tell_parents(uuid, uuid, uuid, uuid, text, jsonb, text) FROM PUBLIC;
