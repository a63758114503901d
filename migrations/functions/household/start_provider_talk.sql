-- Begins the conversation of the family in scope with a provider. The family is locked, and has none with the provider.
--
-- Outcomes: DONE, NONE, USED.
--
-- Owner's rights: the server's role may only read `family_conversations`, and the provider's key is not the family's.
CREATE OR REPLACE FUNCTION start_provider_talk(provider uuid, conversation uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
  clients uuid := public.audience_key(provider, 'clients');
  parents_key uuid := public.audience_key(nullif(current_setting('hatched.family_id', true), '')::uuid, 'parents');
  provider_key uuid := public.audience_key(provider, 'provider');
BEGIN
  IF EXISTS (SELECT 1 FROM public.conversations known WHERE known.id = conversation) THEN RETURN 'USED'; END IF;
  -- Before versions of accounts, as a provider that goes or changes its name: these see all its conversations then.
  PERFORM 1 FROM public.providers offering WHERE offering.id = provider FOR SHARE;
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  PERFORM public.wake_clients(ARRAY[home], ARRAY[provider]);
  INSERT INTO public.conversations (home_id, id, kind, audience)
  VALUES (clients, conversation, 'PROVIDER', ARRAY[parents_key, provider_key]);
  INSERT INTO public.family_conversations (family_id, id, conversation_id, person_id, provider_id)
  VALUES (home, gen_random_uuid(), conversation, parents_key, provider);
  INSERT INTO public.conversation_people (home_id, id, conversation_id, person_id, is_reader, follows, audience, name)
  SELECT clients, public.time_ordered_id(), conversation, named.id, false, false, '{}', named.name
  FROM (
    SELECT parents_key AS id, families.name FROM public.families WHERE families.family_id = home
    UNION ALL SELECT provider_key, offering.name FROM public.providers offering WHERE offering.id = provider
  ) AS named;
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION start_provider_talk(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION start_provider_talk(uuid, uuid) TO hatched_app;
