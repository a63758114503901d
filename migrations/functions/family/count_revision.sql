-- Counts the changes of a task or an event, and of its occurrences: the SEQUENCE of its iCalendar component.
CREATE OR REPLACE FUNCTION count_revision() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME <> 'occurrences' THEN
    NEW.revision := OLD.revision + 1;
    RETURN NEW;
  END IF;
  -- A change of nothing, which the same trigger counts.
  UPDATE public.events AS counted SET revision = counted.revision
  WHERE counted.family_id = coalesce(NEW.family_id, OLD.family_id) AND counted.id IN (NEW.event_id, OLD.event_id);
  UPDATE public.tasks AS counted SET revision = counted.revision
  WHERE counted.family_id = coalesce(NEW.family_id, OLD.family_id) AND counted.id IN (NEW.task_id, OLD.task_id);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION count_revision() FROM PUBLIC;

CREATE OR REPLACE TRIGGER counted BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION count_revision();
CREATE OR REPLACE TRIGGER counted BEFORE UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION count_revision();
CREATE OR REPLACE TRIGGER counted AFTER INSERT OR UPDATE OR DELETE ON occurrences
  FOR EACH ROW EXECUTE FUNCTION count_revision();
