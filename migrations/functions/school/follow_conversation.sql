-- Fills the conversations whose persons follow from what has changed: a new conversation, a student in it, a class, its
-- staff, a member of a family, a birthday, a bar, or the rule of the school.
--
-- Owner's rights: the persons of a conversation are members of other families, and of other classes.
CREATE OR REPLACE FUNCTION follow_conversation() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  concerned uuid[] := '{}';
  changed jsonb;
  former jsonb;
  -- The enrolments of whose students, classes and parents the change is.
  placed uuid[];
BEGIN
  IF TG_OP = 'DELETE' THEN changed := to_jsonb(OLD); ELSE changed := to_jsonb(NEW); END IF;
  IF TG_OP = 'UPDATE' THEN former := to_jsonb(OLD); END IF;
  CASE TG_TABLE_NAME
    WHEN 'conversations' THEN concerned := ARRAY[NEW.id];
    WHEN 'conversation_people' THEN
      concerned := ARRAY(
        SELECT NEW.conversation_id FROM public.school_people people
        WHERE people.school_id = NEW.home_id AND people.id = NEW.person_id AND people.kind = 'STUDENT');
    WHEN 'school_staff_classes' THEN
      concerned := ARRAY(
        SELECT talk.id FROM public.conversations talk WHERE talk.class_id = (changed ->> 'class_id')::uuid ORDER BY talk.id);
    WHEN 'schools' THEN
      concerned := ARRAY(
        SELECT talk.id FROM public.conversations talk WHERE talk.home_id = NEW.id AND talk.class_id IS NOT NULL ORDER BY talk.id);
    ELSE
      placed := CASE TG_TABLE_NAME
        WHEN 'enrolments' THEN ARRAY[(changed ->> 'id')::uuid]
        WHEN 'pickup_guardians' THEN ARRAY[(changed ->> 'enrolment_id')::uuid]
        WHEN 'members' THEN ARRAY(
          SELECT rows.id FROM public.enrolments rows
          WHERE rows.family_id = (changed ->> 'family_id')::uuid AND rows.student_id = (changed ->> 'id')::uuid)
        ELSE ARRAY(
          SELECT rows.id FROM public.members own JOIN public.enrolments rows ON rows.family_id = own.family_id
            AND rows.school_id = (changed ->> 'school_id')::uuid AND (own.role = 'PARENT' OR rows.student_id = own.id)
          WHERE own.account_id = (changed ->> 'account_id')::uuid AND own.id = (changed ->> 'member_id')::uuid) END;
      concerned := ARRAY(
        SELECT talk.id FROM public.conversations talk
        WHERE talk.class_id = ANY (
          ARRAY[(changed ->> 'class_id')::uuid, (former ->> 'class_id')::uuid]
          || ARRAY(SELECT rows.class_id FROM public.enrolments rows WHERE rows.id = ANY (placed)))
        UNION SELECT named.conversation_id
        FROM (
          SELECT rows.school_id, rows.student_id FROM public.enrolments rows WHERE rows.id = ANY (placed)
          UNION SELECT (changed ->> 'school_id')::uuid, (changed ->> 'student_id')::uuid) AS about
        JOIN public.school_people people
          ON people.school_id = about.school_id AND people.member_id = about.student_id AND people.kind = 'STUDENT'
        JOIN public.conversation_people named ON named.home_id = people.school_id AND named.person_id = people.id
        ORDER BY 1);
  END CASE;
  FOR i IN 1 .. cardinality(concerned) LOOP PERFORM public.fill_conversation(concerned[i]); END LOOP;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_conversation() FROM PUBLIC;

CREATE OR REPLACE TRIGGER filled AFTER INSERT ON conversations FOR EACH ROW WHEN (NEW.class_id IS NOT NULL)
  EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER filled AFTER INSERT ON conversation_people FOR EACH ROW WHEN (NOT NEW.follows)
  EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER conversations_filled AFTER INSERT OR DELETE ON school_staff_classes FOR EACH ROW
  EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER conversations_filled AFTER UPDATE OF class_id, state ON enrolments FOR EACH ROW
  WHEN (OLD.class_id IS DISTINCT FROM NEW.class_id OR OLD.state <> NEW.state) EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER conversations_filled_first AFTER INSERT ON enrolments FOR EACH ROW WHEN (NEW.state = 'CONFIRMED')
  EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER conversations_filled_last AFTER DELETE ON enrolments FOR EACH ROW WHEN (OLD.state = 'CONFIRMED')
  EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER conversations_filled AFTER UPDATE OF is_barred, is_confirmed ON pickup_guardians FOR EACH ROW
  WHEN (OLD.is_barred <> NEW.is_barred OR OLD.is_confirmed <> NEW.is_confirmed) EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER conversations_filled AFTER INSERT OR UPDATE OF account_id ON school_people FOR EACH ROW
  WHEN (NEW.member_id IS NOT NULL AND NEW.account_id IS NOT NULL) EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER conversations_filled AFTER UPDATE OF birthday ON members FOR EACH ROW
  WHEN (OLD.birthday IS DISTINCT FROM NEW.birthday) EXECUTE FUNCTION follow_conversation();
CREATE OR REPLACE TRIGGER conversations_filled AFTER UPDATE OF parents_write_to_parents ON schools FOR EACH ROW
  WHEN (OLD.parents_write_to_parents <> NEW.parents_write_to_parents) EXECUTE FUNCTION follow_conversation();
