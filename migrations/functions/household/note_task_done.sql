-- Tells webhooks of a task, or an occurrence of a series, that was marked done. A mark that a split of its series
-- copies is an old one.
--
-- Owner's rights: no role but the owner may call note_webhook().
CREATE OR REPLACE FUNCTION note_task_done() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.done_at < now() - interval '1 second' THEN RETURN NULL; END IF;
  IF TG_TABLE_NAME = 'tasks' THEN
    PERFORM public.note_webhook(NEW.family_id, 'TASK_DONE', jsonb_build_object('taskId', NEW.id));
  ELSE
    PERFORM public.note_webhook(
      NEW.family_id, 'TASK_DONE', jsonb_build_object('taskId', NEW.task_id, 'occurrence', NEW.day::text));
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_task_done() FROM PUBLIC;

CREATE OR REPLACE TRIGGER hooked AFTER UPDATE OF done_at ON tasks FOR EACH ROW
  WHEN (OLD.done_at IS NULL AND NEW.done_at IS NOT NULL) EXECUTE FUNCTION note_task_done();
CREATE OR REPLACE TRIGGER hooked_when_added AFTER INSERT ON occurrences FOR EACH ROW
  WHEN (NEW.task_id IS NOT NULL AND NEW.done_at IS NOT NULL) EXECUTE FUNCTION note_task_done();
CREATE OR REPLACE TRIGGER hooked AFTER UPDATE OF done_at ON occurrences FOR EACH ROW
  WHEN (NEW.task_id IS NOT NULL AND OLD.done_at IS NULL AND NEW.done_at IS NOT NULL) EXECUTE FUNCTION note_task_done();
