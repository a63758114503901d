-- Bumps the versions of accounts, at once, before a change bumps those of places, or comes to them in turn: of the
-- account whose place at a school ends, or whose picture or name changes, of those who wrote, or sent, what goes with
-- an album, a post or a member of a family, and of the people of conversations.
--
-- Owner's rights: the server's role may only read `account_versions`.
CREATE OR REPLACE FUNCTION bump_before_places() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'accounts' THEN PERFORM public.bump_accounts(ARRAY[OLD.id]);
    WHEN 'members' THEN
      IF TG_OP = 'DELETE' THEN
        PERFORM public.bump_accounts(public.accounts_of_leaving(OLD.family_id, OLD.id));
      ELSIF OLD.birthday IS DISTINCT FROM NEW.birthday THEN
        -- Its parents read along in other conversations than before: see follow_conversation().
        PERFORM public.bump_accounts(
          ARRAY(SELECT own.account_id FROM public.members own WHERE own.family_id = OLD.family_id)
          || public.accounts_beside(ARRAY[OLD.id], ARRAY(
            SELECT rows.class_id FROM public.enrolments rows WHERE rows.family_id = OLD.family_id AND rows.student_id = OLD.id)));
      ELSE
        PERFORM public.bump_accounts(ARRAY[OLD.account_id]);
      END IF;
    WHEN 'conversations' THEN
      -- Those who follow from its class or its students, and those whom it names.
      PERFORM public.bump_accounts(ARRAY(
        SELECT taught.account_id FROM public.school_staff_classes taught
        WHERE taught.school_id = NEW.home_id AND taught.class_id = NEW.class_id
        UNION SELECT own.account_id FROM public.enrolments rows
        JOIN public.members own ON own.family_id = rows.family_id AND (own.role = 'PARENT' OR own.id = rows.student_id)
        WHERE rows.class_id = NEW.class_id
        UNION SELECT people.account_id FROM public.school_people people WHERE people.id = ANY (NEW.audience)
        UNION SELECT own.account_id FROM public.school_people people
        JOIN public.members student ON student.account_id = people.account_id AND student.id = people.member_id
        JOIN public.members own ON own.family_id = student.family_id AND own.role = 'PARENT'
        WHERE people.id = ANY (NEW.audience) AND people.kind = 'STUDENT'));
    WHEN 'school_staff' THEN
      PERFORM public.bump_accounts(OLD.account_id || public.accounts_beside('{}', ARRAY(
        SELECT taught.class_id FROM public.school_staff_classes taught
        WHERE taught.school_id = OLD.school_id AND taught.staff_id = OLD.id)));
    WHEN 'school_albums' THEN
      PERFORM public.bump_accounts(ARRAY(
        SELECT staff.account_id FROM public.school_staff staff WHERE staff.id = OLD.author_id
        UNION SELECT people.account_id FROM public.school_pictures pictures
        JOIN public.school_people people ON people.school_id = pictures.school_id AND people.id = pictures.author_id
        WHERE pictures.school_id = OLD.school_id AND pictures.album_id = OLD.id
        UNION SELECT files.owner_id FROM public.school_pictures pictures
        JOIN public.files ON files.home_id = pictures.school_id AND files.id = pictures.file_id
        WHERE pictures.school_id = OLD.school_id AND pictures.album_id = OLD.id));
    WHEN 'school_posts' THEN
      PERFORM public.bump_accounts(ARRAY(
        SELECT people.account_id FROM public.school_people people WHERE people.school_id = OLD.school_id AND people.id = OLD.author_id
        UNION SELECT people.account_id FROM public.school_comments comments
        JOIN public.school_people people ON people.school_id = comments.school_id AND people.id = comments.author_id
        WHERE comments.school_id = OLD.school_id AND comments.post_id = OLD.id
        UNION SELECT files.owner_id FROM public.school_post_pictures pictures
        JOIN public.files ON files.home_id = pictures.school_id AND files.id = pictures.file_id
        WHERE pictures.school_id = OLD.school_id AND pictures.post_id = OLD.id));
  END CASE;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
REVOKE ALL ON FUNCTION bump_before_places() FROM PUBLIC;
CREATE OR REPLACE TRIGGER version_locked BEFORE DELETE ON school_staff FOR EACH ROW EXECUTE FUNCTION bump_before_places();
CREATE OR REPLACE TRIGGER version_locked BEFORE DELETE ON school_albums FOR EACH ROW EXECUTE FUNCTION bump_before_places();
CREATE OR REPLACE TRIGGER version_locked BEFORE DELETE ON school_posts FOR EACH ROW EXECUTE FUNCTION bump_before_places();
-- Before kept_for_school, by its name.
CREATE OR REPLACE TRIGGER accounts_first BEFORE DELETE ON members FOR EACH ROW EXECUTE FUNCTION bump_before_places();
CREATE OR REPLACE TRIGGER version_locked BEFORE UPDATE OF account_id, name, role, birthday ON members FOR EACH ROW
  WHEN (
    OLD.account_id IS DISTINCT FROM NEW.account_id OR OLD.name <> NEW.name OR OLD.role <> NEW.role
    OR OLD.birthday IS DISTINCT FROM NEW.birthday)
  EXECUTE FUNCTION bump_before_places();
CREATE OR REPLACE TRIGGER version_locked BEFORE INSERT ON conversations FOR EACH ROW WHEN (NEW.kind IN ('SCHOOL', 'CLASS'))
  EXECUTE FUNCTION bump_before_places();
CREATE OR REPLACE TRIGGER version_locked BEFORE UPDATE OF picture_id ON accounts
  FOR EACH ROW WHEN (OLD.picture_id IS DISTINCT FROM NEW.picture_id) EXECUTE FUNCTION bump_before_places();
