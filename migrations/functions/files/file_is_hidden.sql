-- Whether a member of a family sees none of the rows that use a file: receipts of expenses, which students do not see;
-- absence reports, which a parent sees whom the school has not barred, and the student itself; and collectors, as both.
-- Other lists of files and the pictures of members are the whole family's, but for the picture of one row, `besides`.
-- A file that no such row uses is not hidden.
CREATE OR REPLACE FUNCTION file_is_hidden(home uuid, file uuid, reader uuid, besides uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_parent boolean := EXISTS (
    SELECT 1 FROM public.members own WHERE own.family_id = home AND own.id = reader AND own.role = 'PARENT');
BEGIN
  IF EXISTS (
      SELECT 1 FROM public.file_uses uses
      WHERE uses.family_id = home AND uses.file_id = file AND (is_parent OR uses.expense_id IS NULL))
    OR EXISTS (
      SELECT 1 FROM public.members persons
      WHERE persons.family_id = home AND persons.picture_id = file AND persons.id IS DISTINCT FROM besides)
  THEN
    RETURN false;
  END IF;
  IF EXISTS (
      SELECT 1 FROM public.absence_files uses
      JOIN public.enrolments placed ON placed.family_id = home AND placed.id = uses.enrolment_id
      WHERE uses.family_id = home AND uses.file_id = file AND (is_parent OR placed.student_id = reader) AND NOT EXISTS (
        SELECT 1 FROM public.pickup_guardians barred
        WHERE barred.family_id = home AND barred.enrolment_id = placed.id AND barred.member_id = reader AND barred.is_barred))
    OR EXISTS (
      SELECT 1 FROM public.collectors persons
      JOIN public.enrolments placed ON placed.family_id = home AND placed.id = persons.enrolment_id
      WHERE persons.family_id = home AND persons.picture_id = file AND persons.id IS DISTINCT FROM besides AND NOT EXISTS (
        SELECT 1 FROM public.pickup_guardians barred
        WHERE barred.family_id = home AND barred.enrolment_id = placed.id AND barred.is_barred
          AND (barred.member_id = reader OR NOT is_parent AND placed.student_id <> reader)))
  THEN
    RETURN false;
  END IF;
  RETURN EXISTS (SELECT 1 FROM public.file_uses uses WHERE uses.family_id = home AND uses.file_id = file)
    OR EXISTS (SELECT 1 FROM public.absence_files uses WHERE uses.family_id = home AND uses.file_id = file)
    OR EXISTS (
      SELECT 1 FROM public.collectors persons
      WHERE persons.family_id = home AND persons.picture_id = file AND persons.id IS DISTINCT FROM besides);
END
$$;
REVOKE ALL ON FUNCTION file_is_hidden(uuid, uuid, uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION file_is_hidden(uuid, uuid, uuid, uuid) TO hatched_app;
