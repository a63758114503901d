-- Has the worker look at reminders anew, once something has changed that says when they are due: a reminder, an event,
-- a task, an occurrence, an assignment, a booking, or the time zone of the family.
--
-- A reminder that is looked at anyway stays as it is: an event may have many, and many occurrences that change.
--
-- Owner's rights: no role but the owner has a privilege on `reminder_times`.
CREATE OR REPLACE FUNCTION look_at_reminders() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'reminders' AND TG_OP = 'DELETE' THEN
    DELETE FROM public.reminder_times AS known WHERE known.home_id = OLD.family_id AND known.reminder_id = OLD.id;
  ELSIF TG_TABLE_NAME = 'reminders' THEN
    INSERT INTO public.reminder_times AS known (home_id, reminder_id, look_at, looked_until)
    VALUES (NEW.family_id, NEW.id, '-infinity', now())
    ON CONFLICT (home_id, reminder_id)
      DO UPDATE SET look_at = EXCLUDED.look_at, looked_until = least(known.looked_until, EXCLUDED.looked_until);
  ELSIF TG_TABLE_NAME = 'families' THEN
    UPDATE public.reminder_times AS known SET look_at = '-infinity', looked_until = least(known.looked_until, now())
    WHERE known.home_id = NEW.family_id AND known.look_at > '-infinity';
  ELSIF TG_TABLE_NAME = 'occurrences' THEN
    UPDATE public.reminder_times AS known SET look_at = '-infinity', looked_until = least(known.looked_until, now())
    FROM public.reminders rows
    WHERE rows.family_id = coalesce(NEW.family_id, OLD.family_id)
      AND (rows.event_id = coalesce(NEW.event_id, OLD.event_id) OR rows.task_id = coalesce(NEW.task_id, OLD.task_id))
      AND known.home_id = rows.family_id AND known.reminder_id = rows.id AND known.look_at > '-infinity';
  ELSE
    UPDATE public.reminder_times AS known SET look_at = '-infinity', looked_until = least(known.looked_until, now())
    FROM public.reminders rows
    WHERE rows.family_id = NEW.family_id
      AND CASE TG_TABLE_NAME
        WHEN 'events' THEN rows.event_id WHEN 'tasks' THEN rows.task_id WHEN 'bookings' THEN rows.booking_id ELSE rows.assignment_id END = NEW.id
      AND known.home_id = rows.family_id AND known.reminder_id = rows.id AND known.look_at > '-infinity';
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION look_at_reminders() FROM PUBLIC;

CREATE OR REPLACE TRIGGER reminded AFTER INSERT OR UPDATE OR DELETE ON reminders
  FOR EACH ROW EXECUTE FUNCTION look_at_reminders();
CREATE OR REPLACE TRIGGER reminded AFTER UPDATE ON events FOR EACH ROW EXECUTE FUNCTION look_at_reminders();
CREATE OR REPLACE TRIGGER reminded AFTER UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION look_at_reminders();
CREATE OR REPLACE TRIGGER reminded AFTER INSERT OR UPDATE OR DELETE ON occurrences
  FOR EACH ROW EXECUTE FUNCTION look_at_reminders();
CREATE OR REPLACE TRIGGER reminded AFTER UPDATE ON assignments FOR EACH ROW
  WHEN (OLD.due_date IS DISTINCT FROM NEW.due_date OR OLD.due_time IS DISTINCT FROM NEW.due_time
    OR (OLD.done_at IS NULL) <> (NEW.done_at IS NULL) OR (OLD.points_awarded IS NULL) <> (NEW.points_awarded IS NULL))
  EXECUTE FUNCTION look_at_reminders();
CREATE OR REPLACE TRIGGER reminded AFTER UPDATE OF state, starts_at, ends_at ON bookings
  FOR EACH ROW EXECUTE FUNCTION look_at_reminders();
CREATE OR REPLACE TRIGGER reminded AFTER UPDATE ON families FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION look_at_reminders();
