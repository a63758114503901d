-- The file that an address names, with the id under which it is stored, as long as the account sees there the row
-- through which it was read: as the one who sent the file, as a member of the family, as staff of the student's class
-- or school, or as one of the people of the school whose file it is.
--
-- Owner's rights: the address is the proof of a right that the account had, and there is no viewer whose scope could be
-- set.
CREATE OR REPLACE FUNCTION file_of_address(account uuid, place text, origin uuid, file uuid)
RETURNS TABLE (stored_id uuid, name text, media_type text, kind text, sha256 bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  stored public.files;
  is_seen boolean;
BEGIN
  SELECT * INTO stored FROM public.files WHERE files.id = file;
  IF NOT FOUND THEN RETURN; END IF;
  IF place = 'CLASS_STUDENT' THEN
    is_seen := EXISTS (
      SELECT 1 FROM public.enrolments rows
      WHERE rows.family_id = stored.home_id AND rows.id = origin AND rows.picture_id = file
        AND public.is_staff_of(account, rows.staff_school_id, rows.class_id));
  ELSIF place = 'CLASS_COLLECTOR' THEN
    is_seen := EXISTS (
      SELECT 1 FROM public.collectors rows
      WHERE rows.family_id = stored.home_id AND rows.id = origin AND rows.picture_id = file
        AND public.is_staff_of(account, rows.staff_school_id, rows.class_id));
  ELSIF place = 'CLASS_ABSENCE_REPORT' THEN
    is_seen := EXISTS (
      SELECT 1 FROM public.absence_files rows
      WHERE rows.family_id = stored.home_id AND rows.report_id = origin AND rows.file_id = file
        AND public.is_staff_of(account, rows.staff_school_id, rows.class_id));
  ELSIF place = 'SCHOOL_PERSON' THEN
    is_seen := public.sees_person(account, origin, file);
  ELSIF NOT public.has_place(account, stored.home_id) THEN
    RETURN;
  ELSIF place IN (
    'ANNOUNCEMENT', 'SCHOOL_EVENT', 'SCHOOL_INFORMATION', 'SCHOOL_POST', 'SCHOOL_PICTURE', 'CONVERSATION_MESSAGE', 'TICKET_MESSAGE') THEN
    is_seen := public.sees_school_file(account, place, origin, stored.home_id, file);
  ELSE
    is_seen := CASE place
      WHEN 'SENDER' THEN stored.owner_id = account
      WHEN 'HOME' THEN stored.unused_since IS NULL AND NOT EXISTS (
        SELECT 1 FROM public.members viewers
        WHERE viewers.family_id = stored.home_id AND viewers.account_id = account
          AND public.file_is_hidden(stored.home_id, file, viewers.id, NULL))
      WHEN 'UPLOAD' THEN stored.owner_id = account AND EXISTS (
        SELECT 1 FROM public.uploads rows
        WHERE rows.account_id = account AND rows.id = origin AND rows.file_id = file AND rows.withdrawn_at IS NULL)
      WHEN 'NOTE' THEN EXISTS (
        SELECT 1 FROM public.file_uses rows
        WHERE rows.family_id = stored.home_id AND rows.note_id = origin AND rows.file_id = file)
      WHEN 'COURSE' THEN EXISTS (
        SELECT 1 FROM public.file_uses rows
        WHERE rows.family_id = stored.home_id AND rows.course_id = origin AND rows.file_id = file)
      WHEN 'ASSIGNMENT' THEN EXISTS (
        SELECT 1 FROM public.file_uses rows
        WHERE rows.family_id = stored.home_id AND rows.assignment_id = origin AND rows.file_id = file)
      WHEN 'PORTFOLIO_ITEM' THEN EXISTS (
        SELECT 1 FROM public.file_uses rows
        WHERE rows.family_id = stored.home_id AND rows.portfolio_item_id = origin AND rows.file_id = file)
      WHEN 'ABSENCE_REPORT' THEN EXISTS (
        SELECT 1 FROM public.absence_files rows
        JOIN public.members viewers ON viewers.family_id = rows.family_id AND viewers.account_id = account
        JOIN public.enrolments placed ON placed.family_id = rows.family_id AND placed.id = rows.enrolment_id
        WHERE rows.family_id = stored.home_id AND rows.report_id = origin AND rows.file_id = file
          AND (viewers.role = 'PARENT' OR placed.student_id = viewers.id) AND NOT EXISTS (
          SELECT 1 FROM public.pickup_guardians barred
          WHERE barred.family_id = rows.family_id AND barred.enrolment_id = rows.enrolment_id AND barred.is_barred
            AND barred.member_id = viewers.id))
      WHEN 'EXPENSE' THEN EXISTS (
        SELECT 1 FROM public.file_uses rows
        JOIN public.members viewers ON viewers.family_id = rows.family_id AND viewers.account_id = account AND viewers.role = 'PARENT'
        WHERE rows.family_id = stored.home_id AND rows.expense_id = origin AND rows.file_id = file)
      WHEN 'STUDENT' THEN EXISTS (
        SELECT 1 FROM public.members rows
        WHERE rows.family_id = stored.home_id AND rows.id = origin AND rows.picture_id = file)
      WHEN 'COLLECTOR' THEN EXISTS (
        SELECT 1 FROM public.collectors rows
        JOIN public.members viewers ON viewers.family_id = rows.family_id AND viewers.account_id = account
        JOIN public.enrolments placed ON placed.family_id = rows.family_id AND placed.id = rows.enrolment_id
        WHERE rows.family_id = stored.home_id AND rows.id = origin AND rows.picture_id = file AND NOT EXISTS (
          SELECT 1 FROM public.pickup_guardians barred
          WHERE barred.family_id = rows.family_id AND barred.enrolment_id = rows.enrolment_id AND barred.is_barred
            AND (barred.member_id = viewers.id OR viewers.role = 'STUDENT' AND placed.student_id <> viewers.id)))
      WHEN 'VIEWER' THEN origin = account AND EXISTS (
        SELECT 1 FROM public.accounts rows WHERE rows.id = account AND rows.picture_id = file)
      ELSE false
    END;
  END IF;
  IF is_seen THEN RETURN QUERY SELECT coalesce(stored.stored_id, stored.id), stored.name, stored.media_type, stored.kind, stored.sha256; END IF;
END
$$;
REVOKE ALL ON FUNCTION file_of_address(uuid, text, uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION file_of_address(uuid, text, uuid, uuid) TO hatched_app;
