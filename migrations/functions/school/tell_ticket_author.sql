-- Tells the author of a ticket what has happened to it, as long as it is one of the people of the school. `own_words`
-- is a body that a person wrote.
--
-- May be null: person, own_words.
--
-- Owner's rights: staff act in no family, and may not read or add a family's notifications.
CREATE OR REPLACE FUNCTION tell_ticket_author(home uuid, ticket uuid, happened text, person text, own_words text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.notifications (family_id, id, recipient_id, kind, event, arguments, body, student_id, enrolment_id)
  SELECT home, public.time_ordered_id(), own.id, public.notice_kind(happened), happened,
    jsonb_strip_nulls(jsonb_build_object('school', schools.name, 'title', asked.title, 'person', person))::text,
    left(own_words, 3000), about.student_id, asked.enrolment_id
  FROM public.tickets asked
  JOIN public.schools ON schools.id = asked.school_id
  JOIN public.members own ON own.family_id = home AND own.id = asked.author_id AND own.account_id IS NOT NULL
  LEFT JOIN public.enrolments about ON about.family_id = home AND about.id = asked.enrolment_id
  WHERE asked.family_id = home AND asked.id = ticket
    AND own.account_id IS DISTINCT FROM nullif(current_setting('hatched.account_id', true), '')::uuid
    AND EXISTS (
      SELECT 1 FROM public.enrolments rows
      WHERE rows.family_id = home AND rows.school_id = asked.school_id AND rows.state = 'CONFIRMED'
        AND (own.role = 'PARENT' OR rows.student_id = own.id)
        AND NOT public.is_kept_from(home, rows.id, own.id))
    AND NOT public.is_kept_from(home, asked.enrolment_id, own.id);
END
$$;
REVOKE ALL ON FUNCTION tell_ticket_author(uuid, uuid, text, text, text) FROM PUBLIC;
