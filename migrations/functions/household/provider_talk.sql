-- The side on which the account in scope writes in a conversation of a family and a provider, PARENT or PROVIDER, with
-- the name that the other side sees, and the reason for which both may write; no row for one in which it does not
-- write. See provider_talk_state().
--
-- Owner's rights: a provider does not see which family a booking is of, and a family not whether an operator lists a
-- provider.
CREATE OR REPLACE FUNCTION provider_talk(conversation uuid)
RETURNS TABLE (side text, person_id uuid, person_name text, state text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  RETURN QUERY
    SELECT 'PARENT', talking.person_id, families.name, public.provider_talk_state(talking.family_id, talking.provider_id)
    FROM public.family_conversations talking
    JOIN public.families ON families.family_id = talking.family_id
    JOIN public.members own ON own.family_id = talking.family_id AND own.account_id = account AND own.role = 'PARENT'
    WHERE talking.family_id = home AND talking.conversation_id = conversation AND talking.provider_id IS NOT NULL;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY
    SELECT 'PROVIDER', public.audience_key(offering.id, 'provider'), offering.name,
      public.provider_talk_state(talking.family_id, talking.provider_id)
    FROM public.family_conversations talking
    JOIN public.providers offering ON offering.id = talking.provider_id AND offering.account_id = account
    WHERE talking.conversation_id = conversation;
END
$$;
REVOKE ALL ON FUNCTION provider_talk(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION provider_talk(uuid) TO hatched_app;
