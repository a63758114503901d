-- Whether a row of a school uses a file of it.
CREATE OR REPLACE FUNCTION school_file_is_used(school uuid, file uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM public.announcements rows WHERE rows.school_id = school AND rows.picture_id = file)
    OR EXISTS (SELECT 1 FROM public.school_events rows WHERE rows.school_id = school AND rows.picture_id = file)
    OR EXISTS (SELECT 1 FROM public.school_file_uses uses WHERE uses.school_id = school AND uses.file_id = file)
    OR EXISTS (SELECT 1 FROM public.school_post_pictures uses WHERE uses.school_id = school AND uses.file_id = file)
    OR EXISTS (SELECT 1 FROM public.school_pictures rows WHERE rows.school_id = school AND rows.file_id = file)
    OR EXISTS (SELECT 1 FROM public.ticket_files uses WHERE uses.school_id = school AND uses.file_id = file)
    OR EXISTS (SELECT 1 FROM public.conversation_files uses WHERE uses.home_id = school AND uses.file_id = file);
END
$$;
REVOKE ALL ON FUNCTION school_file_is_used(uuid, uuid) FROM PUBLIC;
