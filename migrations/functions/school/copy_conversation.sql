-- Copies the audience of a conversation to its persons, messages and files. Refuses a message of somebody who does not
-- write there: parents read along.
--
-- Owner's rights: a person of another conversation would not find the row, and a file has no scope that its sender
-- sees.
CREATE OR REPLACE FUNCTION copy_conversation() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT talk.audience INTO NEW.audience FROM public.conversations talk
  WHERE talk.home_id = NEW.home_id AND talk.id = NEW.conversation_id;
  IF TG_TABLE_NAME = 'conversation_people' AND EXISTS (SELECT 1 FROM public.schools WHERE schools.id = NEW.home_id) THEN
    -- A person of the school stays until this transaction ends; one that is gone is named no more when it runs again.
    PERFORM 1 FROM public.school_people people WHERE people.school_id = NEW.home_id AND people.id = NEW.person_id FOR KEY SHARE;
    IF NOT FOUND THEN RAISE EXCEPTION 'the person is gone' USING ERRCODE = '40001'; END IF;
  END IF;
  IF TG_TABLE_NAME = 'conversation_messages' THEN
    IF NOT EXISTS (
      SELECT 1 FROM public.conversation_people named
      WHERE named.home_id = NEW.home_id AND named.conversation_id = NEW.conversation_id AND named.person_id = NEW.author_id
        AND NOT named.is_reader)
    THEN
      RAISE EXCEPTION 'the author does not write in the conversation' USING ERRCODE = '42501';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION copy_conversation() FROM PUBLIC;

CREATE OR REPLACE TRIGGER copied BEFORE INSERT ON conversation_people FOR EACH ROW EXECUTE FUNCTION copy_conversation();
CREATE OR REPLACE TRIGGER copied BEFORE INSERT ON conversation_messages FOR EACH ROW EXECUTE FUNCTION copy_conversation();
CREATE OR REPLACE TRIGGER copied BEFORE INSERT ON conversation_files FOR EACH ROW EXECUTE FUNCTION copy_conversation();
