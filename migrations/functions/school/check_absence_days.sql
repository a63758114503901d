-- Refuses the days of an absence report that a family may not report: of a student in no class, days that began more
-- than 30 days ago in the school's time zone, and days of another report. The constraint of the error has the limit.
--
-- Owner's rights: the school's time zone is in no scope of a family that is not registered there any more, and a
-- parent whom the school has barred must not learn from the answer which reports there are.
CREATE OR REPLACE FUNCTION check_absence_days() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  place record;
  other record;
BEGIN
  -- The rules are those of a family's own changes: a copy that is read in has days of before.
  IF NEW.family_id IS DISTINCT FROM nullif(current_setting('hatched.family_id', true), '')::uuid THEN RETURN NEW; END IF;
  SELECT rows.state, (now() AT TIME ZONE schools.time_zone)::date - 30 AS earliest INTO place
  FROM public.enrolments rows JOIN public.schools ON schools.id = rows.school_id
  WHERE rows.family_id = NEW.family_id AND rows.id = NEW.enrolment_id;
  -- Without one the foreign key refuses the row.
  IF NOT FOUND THEN RETURN NEW; END IF;
  IF place.state <> 'CONFIRMED' THEN
    RAISE EXCEPTION 'the student is in no class' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'absence_reports_class_needed';
  END IF;
  IF NEW.first_day < place.earliest THEN
    RAISE EXCEPTION 'the absence began too long ago' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'absence_reports_earliest ' || to_char(place.earliest, 'YYYY-MM-DD');
  END IF;
  SELECT to_char(known.first_day, 'YYYY-MM-DD') AS first_day, to_char(known.last_day, 'YYYY-MM-DD') AS last_day INTO other
  FROM public.absence_reports known
  WHERE known.family_id = NEW.family_id AND known.enrolment_id = NEW.enrolment_id AND known.id <> NEW.id
    AND known.state <> 'WITHDRAWN' AND known.first_day <= NEW.last_day AND known.last_day >= NEW.first_day
    AND NEW.first_day <= NEW.last_day
  ORDER BY known.first_day LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'two reports have a day in common' USING ERRCODE = 'exclusion_violation',
      CONSTRAINT = format('absence_reports_overlap %s to %s', other.first_day, other.last_day);
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION check_absence_days() FROM PUBLIC;
-- Behind `copied` and `guarded`, which refuse a parent who may decide nothing about the student.
CREATE OR REPLACE TRIGGER within_days BEFORE INSERT OR UPDATE OF first_day, last_day ON absence_reports
  FOR EACH ROW EXECUTE FUNCTION check_absence_days();
