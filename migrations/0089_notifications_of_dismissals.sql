-- The dismissal that a notification is about, and the list of a student's dismissals.

CREATE INDEX dismissals_by_student ON dismissals (family_id, student_id, requested_at DESC, id);

-- Null where there is none. Dismissals are forgotten before the notifications of them: no key refers to them.
ALTER TABLE notifications ADD COLUMN IF NOT EXISTS dismissal_id uuid;

-- A notification of a pickup that names no dismissal is of the one of the student that the transaction changed. Those who write
-- notifications write a sentence on a student, whichever object it comes from.
CREATE FUNCTION name_dismissal() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.dismissal_id := (
    SELECT changed.id FROM public.dismissals AS changed
    WHERE changed.family_id = NEW.family_id AND changed.student_id = NEW.student_id AND changed.updated_at = now()
    ORDER BY changed.requested_at DESC, changed.id DESC LIMIT 1);
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION name_dismissal() FROM PUBLIC;
CREATE TRIGGER name_dismissal BEFORE INSERT ON notifications
  FOR EACH ROW WHEN (NEW.kind = 'PICKUP' AND NEW.dismissal_id IS NULL AND NEW.student_id IS NOT NULL)
  EXECUTE FUNCTION name_dismissal();
