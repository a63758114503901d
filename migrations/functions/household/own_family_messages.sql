-- The messages that the account in scope has written in conversations of members of its family, and as a provider, and
-- those of its family in conversations with others.
--
-- Owner's rights: messages are in the scope of those who see the conversation, which blocks hide.
CREATE OR REPLACE FUNCTION own_family_messages()
RETURNS TABLE (account_id uuid, id uuid, conversation_id uuid, text text, state text, created_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT own.account_id, sent.id, sent.conversation_id, sent.text, sent.state, sent.created_at
    FROM public.members own
    JOIN public.family_conversations talking ON talking.family_id = own.family_id
      AND (talking.member_id = own.id OR talking.member_id IS NULL AND own.role = 'PARENT')
    JOIN public.conversation_messages sent ON sent.conversation_id = talking.conversation_id AND sent.author_id = talking.person_id
    WHERE own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
    UNION ALL
    SELECT own.account_id, sent.id, sent.conversation_id, sent.text, sent.state, sent.created_at
    FROM public.providers own
    JOIN public.conversation_messages sent ON sent.home_id = public.audience_key(own.id, 'clients')
      AND sent.author_id = public.audience_key(own.id, 'provider')
    WHERE own.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;
REVOKE ALL ON FUNCTION own_family_messages() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_family_messages() TO hatched_app;
