-- Copies to a new picture the audience of its album, which never changes.
--
-- Owner's rights: the audience of a picture is none that its author chooses.
CREATE OR REPLACE FUNCTION copy_album() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT albums.grades, albums.class_ids INTO NEW.grades, NEW.class_ids
  FROM public.school_albums albums WHERE albums.school_id = NEW.school_id AND albums.id = NEW.album_id;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION copy_album() FROM PUBLIC;

CREATE OR REPLACE TRIGGER copied BEFORE INSERT ON school_pictures FOR EACH ROW EXECUTE FUNCTION copy_album();
