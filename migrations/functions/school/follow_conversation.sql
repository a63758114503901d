-- Copies the audience of a conversation to its persons and messages, and fills conversations whose persons follow from
-- what has changed: a new conversation, its students, a class, its staff, a member of a family, a birthday, or the rule
-- of the school.
--
-- Owner's rights: the persons of a conversation are members of other families, and of other classes.
CREATE OR REPLACE FUNCTION follow_conversation() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  concerned uuid[] := '{}';
BEGIN
  IF TG_WHEN = 'BEFORE' THEN
    SELECT talk.audience INTO NEW.audience FROM public.conversations talk
    WHERE talk.home_id = NEW.home_id AND talk.id = NEW.conversation_id;
    RETURN NEW;
  END IF;
  CASE TG_TABLE_NAME
    WHEN 'conversations' THEN concerned := ARRAY[NEW.id];
    WHEN 'conversation_people' THEN concerned := ARRAY[NEW.conversation_id];
    WHEN 'school_staff_classes' THEN
      concerned := ARRAY(
        SELECT talk.id FROM public.conversations talk
        WHERE talk.class_id = CASE TG_OP WHEN 'DELETE' THEN OLD.class_id ELSE NEW.class_id END);
    WHEN 'enrolments' THEN
      concerned := ARRAY(
        SELECT talk.id FROM public.conversations talk WHERE talk.class_id IN (OLD.class_id, NEW.class_id)
        UNION SELECT named.conversation_id FROM public.conversation_people named JOIN public.school_people people
          ON people.school_id = named.home_id AND people.id = named.person_id
        WHERE named.home_id = NEW.school_id AND people.member_id = NEW.student_id);
    WHEN 'school_people' THEN
      concerned := ARRAY(
        SELECT talk.id FROM public.members own
        JOIN public.enrolments rows ON rows.family_id = own.family_id AND rows.school_id = NEW.school_id AND rows.state = 'CONFIRMED'
          AND (own.role = 'PARENT' OR rows.student_id = own.id)
        JOIN public.conversations talk ON talk.class_id = rows.class_id
        WHERE own.account_id = NEW.account_id AND own.id = NEW.member_id
        UNION SELECT named.conversation_id FROM public.members own
        JOIN public.enrolments rows ON rows.family_id = own.family_id AND rows.school_id = NEW.school_id AND rows.state = 'CONFIRMED'
        JOIN public.school_people student ON student.school_id = NEW.school_id AND student.member_id = rows.student_id
        JOIN public.conversation_people named ON named.home_id = NEW.school_id AND named.person_id = student.id
        WHERE own.account_id = NEW.account_id AND own.id = NEW.member_id AND own.role = 'PARENT');
    WHEN 'members' THEN
      concerned := ARRAY(
        SELECT named.conversation_id FROM public.school_people people JOIN public.conversation_people named
          ON named.home_id = people.school_id AND named.person_id = people.id
        WHERE people.member_id = NEW.id);
    WHEN 'schools' THEN
      concerned := ARRAY(SELECT talk.id FROM public.conversations talk WHERE talk.home_id = NEW.id AND talk.class_id IS NOT NULL);
  END CASE;
  FOR i IN 1 .. cardinality(concerned) LOOP PERFORM public.fill_conversation(concerned[i]); END LOOP;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_conversation() FROM PUBLIC;

CREATE OR REPLACE TRIGGER copied BEFORE INSERT ON conversation_people FOR EACH ROW EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER copied BEFORE INSERT ON conversation_messages FOR EACH ROW EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER filled AFTER INSERT ON conversations FOR EACH ROW WHEN (NEW.class_id IS NOT NULL)
  EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER filled AFTER INSERT ON conversation_people FOR EACH ROW WHEN (NOT NEW.follows)
  EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER conversations_filled AFTER INSERT OR DELETE ON school_staff_classes FOR EACH ROW
  EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER conversations_filled AFTER UPDATE OF class_id, state ON enrolments FOR EACH ROW
  WHEN (OLD.class_id IS DISTINCT FROM NEW.class_id OR OLD.state <> NEW.state) EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER conversations_filled AFTER INSERT OR UPDATE OF account_id ON school_people FOR EACH ROW
  WHEN (NEW.member_id IS NOT NULL AND NEW.account_id IS NOT NULL) EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER conversations_filled AFTER UPDATE OF birthday ON members FOR EACH ROW
  WHEN (OLD.birthday IS DISTINCT FROM NEW.birthday) EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER conversations_filled AFTER UPDATE OF parents_write_to_parents ON schools FOR EACH ROW
  WHEN (OLD.parents_write_to_parents <> NEW.parents_write_to_parents) EXECUTE FUNCTION follow_conversation();
