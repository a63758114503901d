-- Ties files of a school to a new message that the account in scope wrote there. Returns those that it may not use:
-- files of others, which no row that it sees uses. Then the caller fails.
--
-- Owner's rights: the server's role may only read the table: a file that is tied has been looked at here.
CREATE OR REPLACE FUNCTION use_message_files(message uuid, wanted uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  sent public.conversation_messages;
BEGIN
  SELECT * INTO sent FROM public.conversation_messages known
  WHERE known.id = message AND known.author_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]);
  RETURN QUERY
    SELECT unusable.file FROM public.unusable_pictures(sent.home_id, wanted) AS unusable WHERE NOT unusable.is_document;
  IF FOUND THEN RETURN; END IF;
  INSERT INTO public.conversation_files (home_id, id, conversation_id, message_id, file_id, audience)
  SELECT sent.home_id, public.time_ordered_id(), sent.conversation_id, sent.id, named.id, sent.audience
  FROM unnest(wanted) AS named (id);
END
$$;
REVOKE ALL ON FUNCTION use_message_files(uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION use_message_files(uuid, uuid[]) TO hatched_app;
