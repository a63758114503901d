-- Removes the conversations of a school that is deleted, those of a person of one with what it wrote, and those of a
-- family that has left a group.
--
-- Owner's rights: the server's role may delete none of these.
CREATE OR REPLACE FUNCTION end_conversations() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'schools' THEN DELETE FROM public.conversations AS talk WHERE talk.home_id = OLD.id;
    WHEN 'school_people' THEN
      DELETE FROM public.conversation_messages AS sent WHERE sent.home_id = OLD.school_id AND sent.author_id = OLD.id;
      DELETE FROM public.conversation_people AS named WHERE named.home_id = OLD.school_id AND named.person_id = OLD.id;
    ELSE DELETE FROM public.conversations AS talk WHERE talk.kind = 'DIRECT' AND talk.hidden_keys @> ARRAY[OLD.id];
  END CASE;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION end_conversations() FROM PUBLIC;
CREATE OR REPLACE TRIGGER conversations_ended AFTER DELETE ON schools FOR EACH ROW EXECUTE FUNCTION end_conversations();
CREATE OR REPLACE TRIGGER conversations_ended AFTER DELETE ON school_people FOR EACH ROW EXECUTE FUNCTION end_conversations();
CREATE OR REPLACE TRIGGER conversations_ended AFTER DELETE ON group_families FOR EACH ROW EXECUTE FUNCTION end_conversations();
