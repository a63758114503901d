-- The person who comes is a collector: renamed, it has the new name; removed, without the day, or with the name of a
-- barred person, nobody comes. Staff are told of a collector with such a name. Enrolments are changed by functions
-- alone.
--
-- Owner's rights: the server's role may only read `enrolments`: no statement of the server writes a state that this
-- function would refuse.
CREATE OR REPLACE FUNCTION follow_collector() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  barred boolean;
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE public.enrolments AS known
    SET collector_id = NULL, collected_by = NULL, collected_on = NULL, version = known.version + 1, updated_at = now()
    WHERE known.family_id = OLD.family_id AND known.id = OLD.enrolment_id AND known.collector_id = OLD.id;
    RETURN NULL;
  END IF;
  barred := public.barred_name(NEW.enrolment_id, NEW.name) IS NOT NULL;
  IF TG_OP = 'UPDATE' THEN
    UPDATE public.enrolments AS known
    SET collector_id = CASE WHEN days.fit THEN NEW.id END, collected_by = CASE WHEN days.fit THEN NEW.name END,
      collected_on = CASE WHEN days.fit THEN known.collected_on END, version = known.version + 1, updated_at = now()
    FROM (
      SELECT rows.id, coalesce(NEW.from_day, rows.collected_on) <= rows.collected_on
        AND coalesce(NEW.until_day, rows.collected_on) >= rows.collected_on AND NOT barred AS fit
      FROM public.enrolments rows WHERE rows.family_id = NEW.family_id AND rows.id = NEW.enrolment_id
    ) AS days
    WHERE known.family_id = NEW.family_id AND known.id = days.id AND known.collector_id = NEW.id
      AND (NOT days.fit OR known.collected_by IS DISTINCT FROM NEW.name);
    IF NEW.name = OLD.name THEN RETURN NULL; END IF;
  END IF;
  IF barred THEN
    PERFORM public.note_to_staff(NEW.enrolment_id, 'BARRED_COLLECTOR', NEW.name);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_collector() FROM PUBLIC;
