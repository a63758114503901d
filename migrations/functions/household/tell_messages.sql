-- Tells the members of families, and providers, of the next message of a conversation of theirs that is shown: each but
-- its author, at most of 60 in an hour, and none that has hidden it or its author from itself. The notification has the
-- name of the author, and nothing of the message. Returns the number of messages.
--
-- Owner's rights: the worker's role has no privilege on conversations.
CREATE OR REPLACE FUNCTION tell_messages(at_once int) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  telling public.message_tellings;
  sent public.conversation_messages;
  talk public.conversations;
  homes uuid[];
  account uuid;
BEGIN
  IF at_once < 1 THEN RETURN 0; END IF;
  -- It is taken under the locks below: a family that goes takes it along, and is locked before it.
  SELECT * INTO telling FROM public.message_tellings due
  WHERE due.due_at <= now() ORDER BY due.due_at, due.id LIMIT 1;
  IF NOT FOUND THEN RETURN 0; END IF;
  SELECT * INTO sent FROM public.conversation_messages known WHERE known.id = telling.id;
  SELECT * INTO talk FROM public.conversations known WHERE known.id = telling.conversation_id;
  homes := ARRAY(
    SELECT DISTINCT talking.family_id FROM public.family_conversations talking
    WHERE talking.conversation_id = telling.conversation_id AND talking.person_id <> sent.author_id ORDER BY talking.family_id);
  PERFORM FROM public.families WHERE families.family_id = ANY (homes) ORDER BY families.family_id FOR NO KEY UPDATE;
  IF talk.kind = 'PROVIDER' THEN
    SELECT accounts.id INTO account
    FROM public.family_conversations talking
    JOIN public.providers offering ON offering.id = talking.provider_id
    JOIN public.accounts ON accounts.id = offering.account_id
    WHERE talking.conversation_id = telling.conversation_id FOR KEY SHARE OF accounts;
    PERFORM 1 FROM public.conversations known WHERE known.id = telling.conversation_id FOR SHARE;
  END IF;
  DELETE FROM public.message_tellings AS gone WHERE gone.conversation_id = telling.conversation_id AND gone.id = telling.id;
  -- Another process has told of it, or the message is gone.
  IF NOT FOUND OR sent.id IS NULL THEN RETURN 1; END IF;
  INSERT INTO public.notifications (family_id, id, recipient_id, kind, event, arguments)
  SELECT own.family_id, public.time_ordered_id(), own.id, 'CONVERSATION',
    CASE talk.kind WHEN 'DIRECT' THEN 'GROUP_MESSAGE' WHEN 'PROVIDER' THEN 'PROVIDER_MESSAGE' ELSE 'MEMBER_MESSAGE' END,
    jsonb_build_object('person', sent.author_name)::text
  FROM public.family_conversations talking
  JOIN public.members own ON own.family_id = talking.family_id AND own.account_id IS NOT NULL
    AND (own.id = talking.member_id OR talking.member_id IS NULL AND own.role = 'PARENT')
  WHERE talking.conversation_id = telling.conversation_id AND talking.person_id <> sent.author_id
    -- Read again under the locks.
    AND EXISTS (SELECT 1 FROM public.conversation_messages known WHERE known.id = sent.id AND known.is_shown)
    AND NOT EXISTS (
      SELECT 1 FROM public.group_hidings hidings
      WHERE hidings.family_id = own.family_id AND hidings.hidden_id IN (sent.id, sent.author_id))
    AND (
      SELECT count(*) FROM public.notifications told
      WHERE told.family_id = own.family_id AND told.recipient_id = own.id AND told.kind = 'CONVERSATION'
        AND told.created_at > now() - interval '1 hour') < 60
  ORDER BY own.family_id, own.id;
  IF account IS NOT NULL AND sent.author_kind <> 'PROVIDER'
    AND EXISTS (SELECT 1 FROM public.conversation_messages known WHERE known.id = sent.id AND known.is_shown)
    AND (
      SELECT count(*) FROM public.account_notifications told
      WHERE told.account_id = account AND told.kind = 'CONVERSATION' AND told.created_at > now() - interval '1 hour') < 60
  THEN
    PERFORM public.tell_account(
      account, 'CLIENT_MESSAGE', jsonb_build_object('person', sent.author_name)::text, 'provider-conversation');
  END IF;
  RETURN 1;
END
$$;
REVOKE ALL ON FUNCTION tell_messages(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tell_messages(integer) TO hatched_worker;
