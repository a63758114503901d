-- Notes what the families of a school are to be told of: an urgent announcement, once it begins, and a new event that
-- begins within 14 days. What is no longer urgent before its time is told to nobody. A row of more than a day ago is a
-- copy that is read in.
--
-- A telling that a worker is at is left to it: nobody who has locked a school waits for one who locks families.
--
-- Owner's rights: no role has a privilege on `school_tellings`.
CREATE OR REPLACE FUNCTION note_telling() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz;
  waiting uuid;
BEGIN
  -- Not in one condition: PostgreSQL looks for the columns of both.
  IF TG_TABLE_NAME = 'announcements' THEN
    IF NEW.priority = 'URGENT' THEN moment := greatest(NEW.begins_at, now()); END IF;
  ELSIF NEW.closes_at > now() AND NEW.begins_at < now() + interval '14 days' THEN
    moment := now();
  END IF;
  SELECT tellings.id INTO waiting FROM public.school_tellings tellings
  WHERE tellings.school_id = NEW.school_id AND tellings.id = NEW.id AND tellings.last_family IS NULL AND tellings.ended_at IS NULL
  FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    IF moment IS NULL THEN
      DELETE FROM public.school_tellings AS needless WHERE needless.school_id = NEW.school_id AND needless.id = waiting;
    ELSE
      UPDATE public.school_tellings AS known SET due_at = moment WHERE known.school_id = NEW.school_id AND known.id = waiting;
    END IF;
  ELSIF moment IS NOT NULL AND NEW.updated_at > now() - interval '1 day' THEN
    INSERT INTO public.school_tellings (school_id, id, event, due_at)
    VALUES (NEW.school_id, NEW.id, CASE TG_TABLE_NAME WHEN 'announcements' THEN 'ANNOUNCEMENT' ELSE 'SCHOOL_EVENT' END, moment)
    ON CONFLICT ON CONSTRAINT school_tellings_key DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_telling() FROM PUBLIC;

CREATE OR REPLACE TRIGGER told AFTER INSERT OR UPDATE OF priority, begins_at ON announcements
  FOR EACH ROW EXECUTE FUNCTION note_telling();
CREATE OR REPLACE TRIGGER told AFTER INSERT ON school_events FOR EACH ROW EXECUTE FUNCTION note_telling();
