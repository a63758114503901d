-- Keeps the time of a booking among those that are taken, as long as the booking stands.
--
-- Owner's rights: the server's role writes no times of providers.
CREATE OR REPLACE FUNCTION follow_booking() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := coalesce(NEW.account_id, OLD.account_id);
  booking uuid := coalesce(NEW.id, OLD.id);
  -- A statement that finds no row, or does either of two things, would bump the version of the directory before that of
  -- the account.
  is_kept boolean := EXISTS (SELECT 1 FROM public.provider_slots slots WHERE slots.account_id = account AND slots.id = booking);
BEGIN
  -- A booking that is over takes no time, such as a copy that is read in.
  IF TG_OP = 'DELETE' OR NEW.state IN ('CANCELLED', 'DONE') OR NEW.ends_at <= now() THEN
    IF is_kept THEN
      DELETE FROM public.provider_slots slots WHERE slots.account_id = account AND slots.id = booking;
    END IF;
  ELSIF is_kept THEN
    UPDATE public.provider_slots AS slots SET is_pending = NEW.state = 'PENDING', starts_at = NEW.starts_at, ends_at = NEW.ends_at
    WHERE slots.account_id = account AND slots.id = booking;
  ELSE
    INSERT INTO public.provider_slots (account_id, id, provider_id, kind, is_pending, starts_at, ends_at)
    VALUES (account, booking, NEW.provider_id, 'BOOKING', NEW.state = 'PENDING', NEW.starts_at, NEW.ends_at);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_booking() FROM PUBLIC;
CREATE OR REPLACE TRIGGER slotted AFTER INSERT OR DELETE OR UPDATE OF state, starts_at, ends_at ON bookings
  FOR EACH ROW EXECUTE FUNCTION follow_booking();
-- After the version of the account: see LockOrder.
CREATE OR REPLACE TRIGGER directory_added AFTER INSERT ON provider_slots REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION bump_directory();
CREATE OR REPLACE TRIGGER directory_changed AFTER UPDATE ON provider_slots REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION bump_directory();
CREATE OR REPLACE TRIGGER directory_removed AFTER DELETE ON provider_slots REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION bump_directory();
