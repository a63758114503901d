-- Says that the family in scope wants a conversation with another one of a group. It opens, and that one sees it, when
-- both have said so; its id and its time tell nothing of the first. The family is locked.
--
-- Outcomes: DONE, NONE, OWN.
-- May be null: conversation_id.
-- Rows: one.
--
-- Owner's rights: the other family, and what it has said, are in no scope.
CREATE OR REPLACE FUNCTION start_direct(other uuid) RETURNS TABLE (outcome text, conversation_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  place uuid;
  own public.group_memberships;
  named uuid;
  home uuid;
  sides uuid[];
  keys uuid[];
  talk public.conversations;
BEGIN
  outcome := 'NONE';
  SELECT families.group_id INTO place FROM public.group_families families WHERE families.id = other;
  IF FOUND THEN
    own := public.own_group(place);
    IF own.id IS NOT NULL AND own.group_family_id = other THEN
      outcome := 'OWN';
    ELSIF own.id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM public.group_hidings hidings WHERE hidings.family_id = own.family_id AND hidings.hidden_id = other)
      AND EXISTS (SELECT 1 FROM public.group_families families WHERE families.id = other)
    THEN
      sides := ARRAY[least(own.group_family_id, other), greatest(own.group_family_id, other)];
      named := (
        SELECT public.audience_key(groups.secret, 'direct ' || sides[1]::text || ' ' || sides[2]::text)
        FROM public.groups WHERE groups.id = place);
      home := public.audience_key(place, 'group');
      SELECT * INTO talk FROM public.conversations known WHERE known.id = named FOR NO KEY UPDATE;
      IF NOT FOUND THEN
        PERFORM public.wake_groups('{}', ARRAY[own.family_id]);
        INSERT INTO public.conversations (home_id, id, kind, audience, is_open, hidden_keys)
        VALUES (home, named, 'DIRECT', ARRAY[public.audience_key(own.group_family_id, 'parents')], false, sides);
      ELSIF NOT public.audience_key(own.group_family_id, 'parents') = ANY (talk.audience) THEN
        keys := ARRAY[public.audience_key(sides[1], 'parents'), public.audience_key(sides[2], 'parents')];
        PERFORM public.wake_groups('{}', ARRAY(
          SELECT talking.family_id FROM public.family_conversations talking WHERE talking.conversation_id = named) || own.family_id);
        UPDATE public.conversations AS known
        SET audience = keys, is_open = true, created_at = now(), last_message_at = now(), updated_at = now(), version = known.version + 1
        WHERE known.home_id = home AND known.id = named;
        UPDATE public.conversation_people AS known SET audience = keys, created_at = now()
        WHERE known.home_id = home AND known.conversation_id = named;
      END IF;
      INSERT INTO public.family_conversations (family_id, id, conversation_id, person_id)
      VALUES (own.family_id, gen_random_uuid(), named, own.group_family_id)
      ON CONFLICT ON CONSTRAINT family_conversations_once DO NOTHING;
      INSERT INTO public.conversation_people (home_id, id, conversation_id, person_id, is_reader, follows, audience)
      VALUES (home, gen_random_uuid(), named, own.group_family_id, false, false, '{}')
      ON CONFLICT ON CONSTRAINT conversation_people_once DO NOTHING;
      outcome := 'DONE';
      conversation_id := named;
    END IF;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION start_direct(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION start_direct(uuid) TO hatched_app;
