-- The reason for which the family in scope may write to a provider, and the conversation that there is; no row for a
-- provider whom no operator has admitted. The family is locked. See provider_talk_state().
--
-- May be null: conversation_id.
--
-- Owner's rights: whose account a provider is, is in no scope of a family.
CREATE OR REPLACE FUNCTION asked_provider(provider uuid) RETURNS TABLE (state text, conversation_id uuid, is_own boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  home uuid := nullif(current_setting('hatched.family_id', true), '')::uuid;
BEGIN
  RETURN QUERY
    SELECT public.provider_talk_state(home, offering.id), talking.conversation_id,
      EXISTS (SELECT 1 FROM public.members own WHERE own.family_id = home AND own.account_id = offering.account_id)
    FROM public.providers offering
    LEFT JOIN public.family_conversations talking ON talking.family_id = home AND talking.provider_id = offering.id
    WHERE offering.id = provider AND offering.directory_id IS NOT NULL AND EXISTS (
      SELECT 1 FROM public.members own
      WHERE own.family_id = home AND own.role = 'PARENT'
        AND own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
END
$$;
REVOKE ALL ON FUNCTION asked_provider(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION asked_provider(uuid) TO hatched_app;
