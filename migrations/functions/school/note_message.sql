-- Notes that the people of a conversation, of a school or of families, are to be told of a message of the last day: an
-- older one is a copy that is read in.
--
-- Owner's rights: no role has a privilege on `school_tellings` and `message_tellings`.
CREATE OR REPLACE FUNCTION note_message() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.created_at > now() - interval '1 day' THEN
    IF EXISTS (SELECT 1 FROM public.schools WHERE schools.id = NEW.home_id) THEN
      INSERT INTO public.school_tellings (school_id, id, event, due_at) VALUES (NEW.home_id, NEW.id, 'CONVERSATION', now());
    ELSE
      INSERT INTO public.message_tellings (conversation_id, id) VALUES (NEW.conversation_id, NEW.id);
    END IF;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_message() FROM PUBLIC;

CREATE OR REPLACE TRIGGER noted AFTER INSERT ON conversation_messages FOR EACH ROW EXECUTE FUNCTION note_message();
