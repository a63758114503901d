-- Tells webhooks of a reminder that was sent.
--
-- Owner's rights: no role but the owner may call note_webhook().
CREATE OR REPLACE FUNCTION note_reminder() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.note_webhook(
    NEW.family_id, 'REMINDER_DUE',
    jsonb_strip_nulls(jsonb_build_object('reminderId', NEW.reminder_id, 'occurrence', NEW.occurrence::text)));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_reminder() FROM PUBLIC;

CREATE OR REPLACE TRIGGER hooked AFTER INSERT ON notifications FOR EACH ROW
  WHEN (NEW.reminder_id IS NOT NULL) EXECUTE FUNCTION note_reminder();
