-- Copies the enrolment of an absence report to a new use of a file by it; copy_enrolment() copies the rest.
CREATE OR REPLACE FUNCTION copy_absence_report() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.enrolment_id := (
    SELECT known.enrolment_id FROM public.absence_reports known WHERE known.family_id = NEW.family_id AND known.id = NEW.report_id);
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION copy_absence_report() FROM PUBLIC;
-- Before `copied`, which needs the enrolment: triggers run in the order of their names.
CREATE OR REPLACE TRIGGER ascribed BEFORE INSERT ON absence_files FOR EACH ROW EXECUTE FUNCTION copy_absence_report();
