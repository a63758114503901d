-- Tells the members of families who see a conversation of a message in it that is shown: each of them that is not the
-- author, and has hidden neither the message nor the author from itself, at most 60 in an hour. The notification has
-- the name of the author, and nothing of the message, which may be hidden later.
CREATE OR REPLACE FUNCTION tell_conversation(school uuid, message uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  sent public.conversation_messages;
  talk public.conversations;
  homes uuid[];
BEGIN
  SELECT * INTO sent FROM public.conversation_messages known WHERE known.home_id = school AND known.id = message;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT * INTO talk FROM public.conversations known WHERE known.home_id = school AND known.id = sent.conversation_id;
  homes := ARRAY(
    SELECT DISTINCT own.family_id
    FROM public.conversation_people named
    JOIN public.school_people people ON people.school_id = school AND people.id = named.person_id
    JOIN public.members own ON own.account_id = people.account_id AND own.id = people.member_id
    WHERE named.home_id = school AND named.conversation_id = talk.id
    ORDER BY own.family_id);
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  INSERT INTO public.notifications (family_id, id, recipient_id, kind, event, arguments)
  SELECT own.family_id, public.time_ordered_id(), own.id, 'CONVERSATION', 'CONVERSATION',
    jsonb_build_object('person', sent.author_name)::text
  FROM public.conversation_people named
  JOIN public.school_people people ON people.school_id = school AND people.id = named.person_id
  JOIN public.members own ON own.account_id = people.account_id AND own.id = people.member_id
  WHERE named.home_id = school AND named.conversation_id = talk.id AND named.person_id <> sent.author_id
    AND (named.reads_until IS NULL OR named.reads_until > now())
    -- Read again under the locks.
    AND EXISTS (
      SELECT 1 FROM public.conversation_messages known WHERE known.home_id = school AND known.id = message AND known.is_shown)
    AND NOT EXISTS (
      SELECT 1 FROM public.content_hidings hidings
      WHERE hidings.account_id = own.account_id AND hidings.hidden_id IN (sent.id, sent.author_id))
    AND EXISTS (
      SELECT 1 FROM public.enrolments placed
      WHERE placed.family_id = own.family_id AND placed.school_id = school AND placed.state = 'CONFIRMED'
        AND (own.role = 'PARENT' OR placed.student_id = own.id)
        AND (talk.class_id IS NULL AND NOT named.is_reader OR placed.class_id = talk.class_id
          OR public.audience_key(school, 'guard ' || placed.student_id::text) = ANY (talk.audience))
        AND NOT public.is_kept_from(placed.family_id, placed.id, own.id))
    AND (
      SELECT count(*) FROM public.notifications told
      WHERE told.family_id = own.family_id AND told.recipient_id = own.id AND told.kind = 'CONVERSATION'
        AND told.created_at > now() - interval '1 hour') < 60
  ORDER BY own.family_id, own.id;
END
$$;
REVOKE ALL ON FUNCTION tell_conversation(uuid, uuid) FROM PUBLIC;
