-- The log of who was let see what of a school's students: staff their classes, and a family the student of the school's list that it
-- enrolled. The changes themselves add to it; nobody takes anything out of it but the family, whose names go with its enrolments.
CREATE TABLE school_disclosures (
  school_id      uuid NOT NULL,
  id             uuid NOT NULL DEFAULT gen_random_uuid(),
  kind           text NOT NULL,
  -- Who was let see it: one of the staff, or the parent who enrolled the student; null where the family has deleted the enrolment.
  person_name    text COLLATE "und-x-icu",
  -- What was shown: the class, and of a family the student.
  class_name     text COLLATE "und-x-icu",
  student_name   text COLLATE "und-x-icu",
  student_number text COLLATE "C",
  -- The enrolment that the row is about: what is deleted with it has no other link to its family.
  enrolment_id   uuid,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT school_disclosures_key PRIMARY KEY (school_id, id),
  CONSTRAINT school_disclosures_kind CHECK (kind IN ('ALL_CLASSES', 'CLASS', 'STUDENT')),
  CONSTRAINT school_disclosures_names CHECK (length(person_name) <= 200 AND length(class_name) <= 200 AND length(student_name) <= 200),
  CONSTRAINT school_disclosures_number CHECK (length(student_number) <= 50)
);
ALTER TABLE school_disclosures ADD CONSTRAINT school_disclosures_school
  FOREIGN KEY (school_id) REFERENCES schools (id) ON DELETE CASCADE;
CREATE INDEX school_disclosures_by_date ON school_disclosures (school_id, created_at DESC, id);
CREATE INDEX school_disclosures_by_enrolment ON school_disclosures (school_id, enrolment_id) WHERE enrolment_id IS NOT NULL;

ALTER TABLE school_disclosures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY administration ON school_disclosures FOR SELECT TO hatched_app
  USING (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]));
GRANT SELECT ON school_disclosures TO hatched_app;

-- The same again within a day is no news: nobody fills the log by giving and taking a class again and again.
CREATE FUNCTION log_disclosure() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  shown public.school_disclosures;
BEGIN
  shown.school_id := NEW.school_id;
  IF TG_TABLE_NAME = 'school_staff' THEN
    shown.kind := 'ALL_CLASSES';
    shown.person_name := NEW.name;
  ELSIF TG_TABLE_NAME = 'school_staff_classes' THEN
    shown.kind := 'CLASS';
    SELECT staff.name INTO shown.person_name FROM public.school_staff staff
    WHERE staff.school_id = NEW.school_id AND staff.id = NEW.staff_id;
    SELECT class.name INTO shown.class_name FROM public.school_classes class
    WHERE class.school_id = NEW.school_id AND class.id = NEW.class_id;
  ELSE
    shown.kind := 'STUDENT';
    shown.person_name := NEW.consented_by;
    shown.student_name := NEW.student_name;
    shown.student_number := NEW.student_number;
    shown.enrolment_id := NEW.id;
    SELECT class.name INTO shown.class_name FROM public.school_classes class
    WHERE class.school_id = NEW.school_id AND class.id = NEW.class_id;
  END IF;
  INSERT INTO public.school_disclosures (
    school_id, kind, person_name, class_name, student_name, student_number, enrolment_id)
  SELECT shown.school_id, shown.kind, shown.person_name, shown.class_name, shown.student_name, shown.student_number, shown.enrolment_id
  WHERE NOT EXISTS (
    SELECT 1 FROM public.school_disclosures known
    WHERE known.school_id = shown.school_id AND known.kind = shown.kind AND known.created_at > now() - interval '1 day'
      AND (known.person_name, known.class_name, known.enrolment_id)
        IS NOT DISTINCT FROM (shown.person_name, shown.class_name, shown.enrolment_id));
  RETURN NULL;
END
$$;
CREATE TRIGGER logged AFTER INSERT ON school_staff FOR EACH ROW WHEN (NEW.role <> 'TEACHER') EXECUTE FUNCTION log_disclosure();
CREATE TRIGGER logged_change AFTER UPDATE OF role ON school_staff
  FOR EACH ROW WHEN (NEW.role <> 'TEACHER' AND OLD.role = 'TEACHER') EXECUTE FUNCTION log_disclosure();
CREATE TRIGGER logged AFTER INSERT ON school_staff_classes FOR EACH ROW EXECUTE FUNCTION log_disclosure();
CREATE TRIGGER logged AFTER INSERT ON enrolments FOR EACH ROW WHEN (NEW.state = 'CONFIRMED') EXECUTE FUNCTION log_disclosure();
CREATE TRIGGER logged_change AFTER UPDATE OF state ON enrolments
  FOR EACH ROW WHEN (NEW.state = 'CONFIRMED' AND OLD.state <> 'CONFIRMED') EXECUTE FUNCTION log_disclosure();

-- What a family deletes is gone: the log keeps that the school showed a student of its list, and not to whom.
CREATE FUNCTION forget_disclosed_person() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.school_disclosures SET person_name = NULL, enrolment_id = NULL
  WHERE school_id = OLD.school_id AND enrolment_id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER disclosed AFTER DELETE ON enrolments FOR EACH ROW EXECUTE FUNCTION forget_disclosed_person();

-- Those who were let see something before there was a log.
INSERT INTO school_disclosures (school_id, kind, person_name, created_at)
SELECT school_id, 'ALL_CLASSES', name, created_at FROM school_staff WHERE role <> 'TEACHER';
INSERT INTO school_disclosures (school_id, kind, person_name, class_name, created_at)
SELECT staff.school_id, 'CLASS', staff.name, class.name, staff.created_at FROM school_staff_classes taught
JOIN school_staff staff ON staff.school_id = taught.school_id AND staff.id = taught.staff_id
JOIN school_classes class ON class.school_id = taught.school_id AND class.id = taught.class_id;
INSERT INTO school_disclosures (school_id, kind, person_name, class_name, student_name, student_number, enrolment_id, created_at)
SELECT enrolments.school_id, 'STUDENT', enrolments.consented_by, class.name, enrolments.student_name, enrolments.student_number,
  enrolments.id, enrolments.created_at
FROM enrolments LEFT JOIN school_classes class ON class.school_id = enrolments.school_id AND class.id = enrolments.class_id
WHERE enrolments.state = 'CONFIRMED';

REVOKE ALL ON FUNCTION log_disclosure(), forget_disclosed_person() FROM PUBLIC;
