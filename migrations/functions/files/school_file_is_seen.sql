-- Whether the account in scope, whose places are entered, sees a row of a school that uses a file of it: the row of a
-- kind, or any. `born` is the birthday of a student, whom a least age bars; `is_student` whether it is one.
--
-- May be null: kind, origin, born.
CREATE OR REPLACE FUNCTION school_file_is_seen(
  school uuid, file uuid, kind text, origin uuid, is_student boolean, born date) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  keys uuid[] := nullif(current_setting('hatched.audience_ids', true), '')::uuid[];
  taught uuid[] := nullif(current_setting('hatched.staff_class_ids', true), '')::uuid[];
  hidden uuid[] := nullif(current_setting('hatched.hidden_ids', true), '')::uuid[];
  administers boolean := school = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]);
  today date := (SELECT (now() AT TIME ZONE schools.time_zone)::date FROM public.schools WHERE schools.id = school);
BEGIN
  RETURN EXISTS (
      SELECT 1 FROM public.announcements rows
      WHERE (kind IS NULL OR kind = 'ANNOUNCEMENT' AND rows.id = origin)
        AND rows.school_id = school AND rows.picture_id = file AND rows.audience && keys
        AND (rows.begins_at IS NULL OR rows.begins_at <= now() OR administers OR rows.only_classes <@ taught))
    OR EXISTS (
      SELECT 1 FROM public.school_events rows
      WHERE (kind IS NULL OR kind = 'SCHOOL_EVENT' AND rows.id = origin)
        AND rows.school_id = school AND rows.picture_id = file AND rows.audience && keys
        AND (rows.least_age IS NULL OR NOT is_student OR extract(year FROM age(today::timestamp, born::timestamp)) >= rows.least_age))
    OR school = ANY (keys) AND EXISTS (
      SELECT 1 FROM public.school_file_uses uses
      WHERE (kind IS NULL OR kind = 'SCHOOL_INFORMATION' AND uses.information_id = origin)
        AND uses.school_id = school AND uses.file_id = file)
    OR EXISTS (
      SELECT 1 FROM public.school_post_pictures uses
      JOIN public.school_posts rows ON rows.school_id = uses.school_id AND rows.id = uses.post_id
      WHERE (kind IS NULL OR kind = 'SCHOOL_POST' AND rows.id = origin)
        AND uses.school_id = school AND uses.file_id = file AND rows.audience && keys AND NOT rows.hidden_keys && hidden
        AND (rows.author_id = ANY (keys) OR administers OR rows.only_classes <@ taught
          OR rows.is_held AND public.audience_key(school, 'team') = ANY (keys) OR rows.is_shown AND (
          rows.least_age IS NULL OR NOT is_student OR extract(year FROM age(today::timestamp, born::timestamp)) >= rows.least_age)))
    OR EXISTS (
      SELECT 1 FROM public.school_pictures rows
      WHERE (kind IS NULL OR kind = 'SCHOOL_PICTURE' AND rows.id = origin)
        AND rows.school_id = school AND rows.file_id = file AND rows.audience && keys AND NOT rows.hidden_keys && hidden
        AND (rows.author_id = ANY (keys) OR administers OR rows.only_classes <@ taught
          OR rows.is_held AND public.audience_key(school, 'team') = ANY (keys) OR rows.is_shown))
    OR school = ANY (keys) AND EXISTS (
      SELECT 1 FROM public.ticket_files uses
      JOIN public.ticket_messages told ON told.family_id = uses.family_id AND told.id = uses.message_id
      WHERE (kind IS NULL OR kind = 'TICKET_MESSAGE' AND uses.message_id = origin)
        AND uses.school_id = school AND uses.file_id = file AND public.ticket_is_seen(told.family_id, told.ticket_id))
    OR EXISTS (
      SELECT 1 FROM public.conversation_files uses
      JOIN public.conversation_messages rows ON rows.home_id = uses.home_id AND rows.id = uses.message_id
      WHERE (kind IS NULL OR kind = 'CONVERSATION_MESSAGE' AND rows.id = origin)
        AND uses.home_id = school AND uses.file_id = file AND rows.audience && keys AND NOT rows.hidden_keys && hidden
        AND (rows.author_id = ANY (keys) OR rows.is_reported AND administers
          OR rows.is_held AND public.audience_key(school, 'team') = ANY (keys) OR rows.is_shown));
END
$$;
REVOKE ALL ON FUNCTION school_file_is_seen(uuid, uuid, text, uuid, boolean, date) FROM PUBLIC;
