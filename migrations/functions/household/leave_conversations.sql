-- Removes from conversations of families the persons whose rows a statement has deleted, with what they wrote. One of
-- two families goes, one of a family and a provider, and one of members of which none is left.
--
-- Owner's rights: the server's role may delete none of these.
CREATE OR REPLACE FUNCTION leave_conversations() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM gone WHERE gone.provider_id IS NOT NULL) THEN
    -- Conversations before versions of accounts, in the order of a message: see LockOrder.
    PERFORM 1 FROM public.conversations talk
    WHERE talk.id IN (SELECT gone.conversation_id FROM gone WHERE gone.provider_id IS NOT NULL) ORDER BY talk.id FOR NO KEY UPDATE;
    PERFORM public.wake_clients(
      ARRAY(SELECT gone.family_id FROM gone WHERE gone.provider_id IS NOT NULL),
      ARRAY(SELECT gone.provider_id FROM gone WHERE gone.provider_id IS NOT NULL));
  END IF;
  DELETE FROM public.conversations AS talk
  WHERE talk.id IN (SELECT gone.conversation_id FROM gone)
    AND (talk.kind IN ('DIRECT', 'PROVIDER') OR NOT EXISTS (
      SELECT 1 FROM public.family_conversations talking WHERE talking.conversation_id = talk.id));
  DELETE FROM public.conversation_messages AS sent
  USING gone WHERE sent.conversation_id = gone.conversation_id AND sent.author_id = gone.person_id;
  DELETE FROM public.conversation_people AS named
  USING gone WHERE named.conversation_id = gone.conversation_id AND named.person_id = gone.person_id;
  UPDATE public.conversations AS talk
  SET audience = ARRAY(SELECT key FROM unnest(talk.audience) AS key WHERE key NOT IN (SELECT gone.person_id FROM gone))
  WHERE talk.id IN (SELECT gone.conversation_id FROM gone);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION leave_conversations() FROM PUBLIC;
CREATE OR REPLACE TRIGGER left_conversations AFTER DELETE ON family_conversations REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION leave_conversations();
