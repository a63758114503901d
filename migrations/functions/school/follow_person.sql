-- Keeps `school_people` with the staff of schools, the members of families and their enrolments. A person who has left
-- the staff stays as the author of what it wrote. What a member of a family wrote goes with the member.
--
-- Owner's rights: the server's role may only read `school_people`: nobody takes the name of another person.
CREATE OR REPLACE FUNCTION follow_person() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz := now();
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'school_staff' THEN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO public.school_people (school_id, id, kind, name, account_id, picture_id)
        SELECT NEW.school_id, public.audience_key(NEW.school_id, 'person ' || NEW.id::text), 'STAFF', NEW.name, accounts.id, accounts.picture_id FROM public.accounts
        WHERE accounts.id = NEW.account_id;
      ELSIF TG_OP = 'UPDATE' THEN
        UPDATE public.school_people AS known SET name = NEW.name, version = known.version + 1, updated_at = moment
        WHERE known.school_id = NEW.school_id AND known.id = public.audience_key(NEW.school_id, 'person ' || NEW.id::text)
          AND known.name <> NEW.name;
      ELSE
        UPDATE public.school_people AS known SET account_id = NULL, picture_id = NULL, version = known.version + 1, updated_at = moment
        WHERE known.school_id = OLD.school_id AND known.id = public.audience_key(OLD.school_id, 'person ' || OLD.id::text);
      END IF;
    WHEN 'members' THEN
      IF TG_OP = 'DELETE' THEN
        DELETE FROM public.school_people AS known WHERE known.member_id = OLD.id;
      ELSE
        IF NEW.account_id IS NULL THEN
          UPDATE public.school_people AS known SET account_id = NULL, picture_id = NULL, version = known.version + 1, updated_at = moment
          WHERE known.member_id = NEW.id AND known.account_id IS NOT NULL;
        ELSE
          PERFORM public.know_people(NEW.family_id);
        END IF;
      END IF;
    WHEN 'enrolments' THEN
      PERFORM public.know_people(CASE TG_OP WHEN 'DELETE' THEN OLD.family_id ELSE NEW.family_id END);
    WHEN 'accounts' THEN
      UPDATE public.school_people AS known SET picture_id = NEW.picture_id, version = known.version + 1, updated_at = moment
      WHERE known.account_id = NEW.id AND known.kind <> 'STUDENT' AND known.picture_id IS DISTINCT FROM NEW.picture_id
        AND (known.member_id IS NULL OR EXISTS (
          SELECT 1 FROM public.members own JOIN public.enrolments enrolled
            ON enrolled.family_id = own.family_id AND enrolled.school_id = known.school_id AND enrolled.state = 'CONFIRMED'
          WHERE own.account_id = NEW.id AND own.id = known.member_id));
  END CASE;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_person() FROM PUBLIC;

CREATE OR REPLACE TRIGGER person_added AFTER INSERT ON school_staff FOR EACH ROW EXECUTE FUNCTION follow_person();
CREATE OR REPLACE TRIGGER person_renamed AFTER UPDATE OF name ON school_staff FOR EACH ROW EXECUTE FUNCTION follow_person();
CREATE OR REPLACE TRIGGER person_left AFTER DELETE ON school_staff FOR EACH ROW EXECUTE FUNCTION follow_person();
CREATE OR REPLACE TRIGGER person_added AFTER INSERT ON members FOR EACH ROW WHEN (NEW.account_id IS NOT NULL)
  EXECUTE FUNCTION follow_person();
CREATE OR REPLACE TRIGGER person_changed AFTER UPDATE OF account_id, name, role ON members FOR EACH ROW
  WHEN (OLD.account_id IS DISTINCT FROM NEW.account_id OR OLD.name <> NEW.name OR OLD.role <> NEW.role)
  EXECUTE FUNCTION follow_person();
CREATE OR REPLACE TRIGGER person_left AFTER DELETE ON members FOR EACH ROW EXECUTE FUNCTION follow_person();
CREATE OR REPLACE TRIGGER person_placed AFTER INSERT ON enrolments FOR EACH ROW WHEN (NEW.state = 'CONFIRMED')
  EXECUTE FUNCTION follow_person();
CREATE OR REPLACE TRIGGER person_confirmed AFTER UPDATE OF state ON enrolments FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (OLD.state = 'CONFIRMED' OR NEW.state = 'CONFIRMED')) EXECUTE FUNCTION follow_person();
CREATE OR REPLACE TRIGGER person_unplaced AFTER DELETE ON enrolments FOR EACH ROW WHEN (OLD.state = 'CONFIRMED')
  EXECUTE FUNCTION follow_person();
-- After the triggers of the picture itself, by its name.
CREATE OR REPLACE TRIGGER pictured AFTER UPDATE OF picture_id ON accounts FOR EACH ROW
  WHEN (OLD.picture_id IS DISTINCT FROM NEW.picture_id) EXECUTE FUNCTION follow_person();
