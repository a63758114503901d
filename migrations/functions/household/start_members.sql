-- Begins a conversation of the account's member with other members of its family, who have accounts. The family is
-- locked.
--
-- Outcomes: DONE, NONE, OWN, USED.
-- May be null: title.
--
-- Owner's rights: the server's role may only read `family_conversations`, which says who is notified.
CREATE OR REPLACE FUNCTION start_members(conversation uuid, members uuid[], title text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  people uuid[];
  keys uuid[];
BEGIN
  people := ARRAY(
    SELECT own.id FROM public.members own
    WHERE own.family_id = home AND own.account_id IS NOT NULL
      AND (own.id = ANY (members) OR own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
    ORDER BY own.id);
  IF NOT members <@ people OR NOT EXISTS (
    SELECT 1 FROM public.members own
    WHERE own.family_id = home AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  THEN RETURN 'NONE'; END IF;
  IF cardinality(people) = 1 THEN RETURN 'OWN'; END IF;
  IF EXISTS (SELECT 1 FROM public.conversations known WHERE known.id = conversation) THEN RETURN 'USED'; END IF;
  keys := ARRAY(SELECT public.audience_key(named.id, 'self') FROM unnest(people) AS named (id));
  PERFORM public.wake_groups('{}', ARRAY[home]);
  INSERT INTO public.conversations (home_id, id, kind, title, audience)
  VALUES (public.audience_key(home, 'home'), conversation, 'MEMBERS', title, keys);
  INSERT INTO public.family_conversations (family_id, id, conversation_id, person_id, member_id)
  SELECT home, gen_random_uuid(), conversation, public.audience_key(named.id, 'self'), named.id FROM unnest(people) AS named (id);
  INSERT INTO public.conversation_people (home_id, id, conversation_id, person_id, is_reader, follows, audience)
  SELECT public.audience_key(home, 'home'), public.time_ordered_id(), conversation, named.id, false, false, keys
  FROM unnest(keys) AS named (id);
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION start_members(uuid, uuid[], text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION start_members(uuid, uuid[], text) TO hatched_app;
