-- Tells webhooks of a booking that is new, has changed, or is gone. A change of more than a day ago is a copy that is
-- read in.
--
-- Owner's rights: no role but the owner may call note_webhook().
CREATE OR REPLACE FUNCTION note_booking() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.updated_at < now() - interval '1 day' THEN RETURN NULL; END IF;
  PERFORM public.note_webhook(
    coalesce(NEW.family_id, OLD.family_id), 'BOOKING_CHANGED', jsonb_build_object('bookingId', coalesce(NEW.id, OLD.id)));
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_booking() FROM PUBLIC;

-- The names come after `slotted`: a delivery bumps the version of the family, which follows those of the account and of
-- the directory. See LockOrder.
CREATE OR REPLACE TRIGGER webhook_told_when_added AFTER INSERT OR DELETE ON bookings FOR EACH ROW EXECUTE FUNCTION note_booking();
CREATE OR REPLACE TRIGGER webhook_told AFTER UPDATE ON bookings FOR EACH ROW
  WHEN (OLD.state <> NEW.state OR OLD.starts_at <> NEW.starts_at OR OLD.ends_at <> NEW.ends_at OR OLD.note IS DISTINCT FROM NEW.note
    OR OLD.place IS DISTINCT FROM NEW.place)
  EXECUTE FUNCTION note_booking();
