-- Copies to a file that is or was the picture of an enrolment or a collector, or a file of an absence report, the
-- schools and the classes of all that use it so: those whose staff see it.
--
-- Owner's rights: the copies set the scope of schools' policies, and the server's role may only read `files`.
CREATE OR REPLACE FUNCTION show_pictures() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  named_by text := TG_ARGV[0];
  home uuid;
  shown_files uuid[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN home := OLD.family_id; shown_files := shown_files || (to_jsonb(OLD) ->> named_by)::uuid; END IF;
  IF TG_OP <> 'DELETE' THEN home := NEW.family_id; shown_files := shown_files || (to_jsonb(NEW) ->> named_by)::uuid; END IF;
  UPDATE public.files AS shown SET staff_school_ids = sights.schools, class_ids = sights.classes
  FROM (
    SELECT named.id, coalesce(array_agg(DISTINCT rows.staff_school_id) FILTER (WHERE rows.staff_school_id IS NOT NULL), '{}') AS schools,
      coalesce(array_agg(DISTINCT rows.class_id) FILTER (WHERE rows.class_id IS NOT NULL), '{}') AS classes
    FROM (SELECT DISTINCT file AS id FROM unnest(shown_files) AS file WHERE file IS NOT NULL) AS named
    LEFT JOIN (
      SELECT placed.picture_id AS file_id, placed.staff_school_id, placed.class_id FROM public.enrolments placed WHERE placed.family_id = home
        AND placed.picture_id = ANY (shown_files)
      UNION SELECT persons.picture_id, persons.staff_school_id, persons.class_id FROM public.collectors persons
      WHERE persons.family_id = home AND persons.picture_id = ANY (shown_files)
      UNION SELECT uses.file_id, uses.staff_school_id, uses.class_id FROM public.absence_files uses
      WHERE uses.family_id = home AND uses.file_id = ANY (shown_files)
    ) AS rows ON rows.file_id = named.id
    GROUP BY named.id
  ) AS sights
  WHERE shown.home_id = home AND shown.id = sights.id
    AND (shown.staff_school_ids, shown.class_ids) IS DISTINCT FROM (sights.schools, sights.classes);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION show_pictures() FROM PUBLIC;
CREATE OR REPLACE TRIGGER picture_shown AFTER INSERT ON enrolments
  FOR EACH ROW WHEN (NEW.picture_id IS NOT NULL) EXECUTE FUNCTION show_pictures('picture_id');
CREATE OR REPLACE TRIGGER picture_sight_changed AFTER UPDATE OF picture_id, staff_school_id, class_id ON enrolments
  FOR EACH ROW WHEN (
    (OLD.picture_id IS NOT NULL OR NEW.picture_id IS NOT NULL) AND (OLD.picture_id IS DISTINCT FROM NEW.picture_id
      OR OLD.staff_school_id IS DISTINCT FROM NEW.staff_school_id OR OLD.class_id IS DISTINCT FROM NEW.class_id)
  ) EXECUTE FUNCTION show_pictures('picture_id');
CREATE OR REPLACE TRIGGER picture_sight_ended AFTER DELETE ON enrolments
  FOR EACH ROW WHEN (OLD.picture_id IS NOT NULL) EXECUTE FUNCTION show_pictures('picture_id');
CREATE OR REPLACE TRIGGER picture_shown AFTER INSERT ON collectors
  FOR EACH ROW WHEN (NEW.picture_id IS NOT NULL) EXECUTE FUNCTION show_pictures('picture_id');
CREATE OR REPLACE TRIGGER picture_sight_changed AFTER UPDATE OF picture_id, staff_school_id, class_id ON collectors
  FOR EACH ROW WHEN (
    (OLD.picture_id IS NOT NULL OR NEW.picture_id IS NOT NULL) AND (OLD.picture_id IS DISTINCT FROM NEW.picture_id
      OR OLD.staff_school_id IS DISTINCT FROM NEW.staff_school_id OR OLD.class_id IS DISTINCT FROM NEW.class_id)
  ) EXECUTE FUNCTION show_pictures('picture_id');
CREATE OR REPLACE TRIGGER picture_sight_ended AFTER DELETE ON collectors
  FOR EACH ROW WHEN (OLD.picture_id IS NOT NULL) EXECUTE FUNCTION show_pictures('picture_id');
CREATE OR REPLACE TRIGGER file_shown AFTER INSERT OR DELETE ON absence_files
  FOR EACH ROW EXECUTE FUNCTION show_pictures('file_id');
CREATE OR REPLACE TRIGGER file_sight_changed AFTER UPDATE OF staff_school_id, class_id ON absence_files
  FOR EACH ROW WHEN (OLD.staff_school_id IS DISTINCT FROM NEW.staff_school_id OR OLD.class_id IS DISTINCT FROM NEW.class_id)
  EXECUTE FUNCTION show_pictures('file_id');
