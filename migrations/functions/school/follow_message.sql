-- Keeps the moment of the latest message of a conversation, by which lists are ordered: that of the latest which is
-- shown.
--
-- Owner's rights: administrators who moderate a message may not see its conversation.
CREATE OR REPLACE FUNCTION follow_message() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.conversations AS talk SET last_message_at = coalesce((
    SELECT max(shown.created_at) FROM public.conversation_messages shown
    WHERE shown.home_id = NEW.home_id AND shown.conversation_id = NEW.conversation_id AND shown.is_shown), talk.created_at)
  WHERE talk.home_id = NEW.home_id AND talk.id = NEW.conversation_id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_message() FROM PUBLIC;

CREATE OR REPLACE TRIGGER followed AFTER UPDATE OF state ON conversation_messages FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION follow_message();
