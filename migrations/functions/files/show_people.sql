-- Copies to the file that is or was the picture of a person of a school the schools of all whose picture it is: others
-- there see it.
--
-- Owner's rights: the copies set the scope of schools' policies, and the server's role may only read `files`.
CREATE OR REPLACE FUNCTION show_people() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  pictures uuid[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN pictures := pictures || OLD.picture_id; END IF;
  IF TG_OP <> 'DELETE' THEN pictures := pictures || NEW.picture_id; END IF;
  UPDATE public.files AS shown SET people_school_ids = sights.schools
  FROM (
    SELECT named.id, coalesce(array_agg(DISTINCT people.school_id) FILTER (WHERE people.school_id IS NOT NULL), '{}') AS schools
    FROM unnest(pictures) AS named (id) LEFT JOIN public.school_people people ON people.picture_id = named.id
    WHERE named.id IS NOT NULL GROUP BY named.id
  ) AS sights
  WHERE shown.id = sights.id AND shown.people_school_ids <> sights.schools;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION show_people() FROM PUBLIC;

CREATE OR REPLACE TRIGGER picture_shown AFTER INSERT ON school_people
  FOR EACH ROW WHEN (NEW.picture_id IS NOT NULL) EXECUTE FUNCTION show_people();
CREATE OR REPLACE TRIGGER picture_changed AFTER UPDATE OF picture_id ON school_people
  FOR EACH ROW WHEN (OLD.picture_id IS DISTINCT FROM NEW.picture_id) EXECUTE FUNCTION show_people();
CREATE OR REPLACE TRIGGER picture_removed AFTER DELETE ON school_people
  FOR EACH ROW WHEN (OLD.picture_id IS NOT NULL) EXECUTE FUNCTION show_people();
