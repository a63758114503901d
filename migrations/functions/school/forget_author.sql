-- Makes what a member of the staff wrote for the people of its school nobody's, once its place ends: administrators go
-- on with it. The school is locked.
--
-- Owner's rights: administrators and the account itself end places, and the rows are in no scope of the latter.
CREATE OR REPLACE FUNCTION forget_author() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- The versions of places at once, in order: each statement below bumps those of its rows.
  PERFORM public.bump_places(ARRAY(
    SELECT public.audience_versions(written.school_id, written.grades, written.class_ids) FROM (
      SELECT school_id, grades, class_ids FROM public.announcements WHERE author_id = OLD.id
      UNION SELECT school_id, grades, class_ids FROM public.school_events WHERE author_id = OLD.id
      UNION SELECT school_id, grades, class_ids FROM public.school_activities WHERE author_id = OLD.id
      UNION SELECT school_id, grades, class_ids FROM public.school_albums WHERE author_id = OLD.id
    ) AS written
    UNION SELECT OLD.school_id));
  UPDATE public.announcements SET author_id = NULL WHERE author_id = OLD.id;
  UPDATE public.school_events SET author_id = NULL WHERE author_id = OLD.id;
  UPDATE public.school_activities SET author_id = NULL WHERE author_id = OLD.id;
  UPDATE public.school_albums SET author_id = NULL WHERE author_id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION forget_author() FROM PUBLIC;

CREATE OR REPLACE TRIGGER forget_author AFTER DELETE ON school_staff FOR EACH ROW EXECUTE FUNCTION forget_author();
