-- Bumps the versions of the schools whose people may write to others than before, by what no other version tells: a
-- consent, a birthday, a bar, or the class of a student. Answers that are remembered have `School.correspondents`.
--
-- Owner's rights: the people are those of other families.
CREATE OR REPLACE FUNCTION bump_correspondents() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  schools uuid[];
BEGIN
  IF TG_TABLE_NAME = 'enrolments' THEN
    schools := ARRAY(
      SELECT DISTINCT changed.school_id FROM changed JOIN former ON former.family_id = changed.family_id AND former.id = changed.id
      WHERE former.class_id IS DISTINCT FROM changed.class_id OR former.state <> changed.state);
  ELSIF TG_TABLE_NAME = 'consents' THEN
    schools := ARRAY(
      SELECT DISTINCT rows.school_id FROM public.enrolments rows
      WHERE rows.family_id = NEW.family_id AND rows.student_id = NEW.student_id AND rows.state = 'CONFIRMED');
  ELSIF TG_TABLE_NAME = 'members' THEN
    schools := ARRAY(
      SELECT DISTINCT rows.school_id FROM public.enrolments rows
      WHERE rows.family_id = NEW.family_id AND rows.student_id = NEW.id AND rows.state = 'CONFIRMED');
  ELSE
    schools := ARRAY(
      SELECT DISTINCT rows.school_id FROM public.enrolments rows
      WHERE rows.family_id = NEW.family_id AND rows.id = NEW.enrolment_id AND rows.state = 'CONFIRMED');
  END IF;
  IF schools <> '{}' THEN
    -- Versions of classes before that of the school: see LockOrder.
    IF TG_TABLE_NAME = 'pickup_guardians' THEN
      PERFORM public.lock_class_versions(ARRAY[NEW.family_id], ARRAY[NEW.class_id]);
    ELSIF TG_TABLE_NAME <> 'enrolments' THEN
      PERFORM public.lock_class_versions(ARRAY[NEW.family_id], '{}');
    END IF;
    PERFORM public.bump_places(schools);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION bump_correspondents() FROM PUBLIC;

-- After those that fill conversations, by their names: versions of accounts are locked before those of schools.
CREATE OR REPLACE TRIGGER correspondents_placed AFTER UPDATE ON enrolments REFERENCING NEW TABLE AS changed OLD TABLE AS former
  FOR EACH STATEMENT EXECUTE FUNCTION bump_correspondents();
CREATE OR REPLACE TRIGGER correspondents_consented AFTER INSERT OR UPDATE ON consents FOR EACH ROW WHEN (NEW.kind = 'MESSAGES')
  EXECUTE FUNCTION bump_correspondents();
CREATE OR REPLACE TRIGGER correspondents_grown AFTER UPDATE OF birthday ON members FOR EACH ROW
  WHEN (OLD.birthday IS DISTINCT FROM NEW.birthday) EXECUTE FUNCTION bump_correspondents();
CREATE OR REPLACE TRIGGER correspondents_barred AFTER UPDATE OF is_barred, is_confirmed ON pickup_guardians FOR EACH ROW
  WHEN (OLD.is_barred <> NEW.is_barred OR OLD.is_confirmed <> NEW.is_confirmed) EXECUTE FUNCTION bump_correspondents();
