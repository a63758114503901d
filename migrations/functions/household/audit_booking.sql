-- Writes an entry when a family books a service, moves or cancels a booking, and when the provider answers or is done.
-- The provider stands in the entry with the name that it shows, and not with that of its account.
--
-- Owner's rights: the server's role may only read `audit_entries`, so that no statement of the server adds an entry, or
-- leaves one out.
CREATE OR REPLACE FUNCTION audit_booking() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry public.audit_entries;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.state, OLD.starts_at, OLD.ends_at) = (NEW.state, NEW.starts_at, NEW.ends_at) THEN RETURN NULL; END IF;
    SELECT offering.name INTO entry.actor_name FROM public.providers offering
    WHERE offering.id = NEW.provider_id AND offering.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
    entry.values_before := jsonb_build_object(
      'service_name', OLD.service_name, 'starts_at', OLD.starts_at, 'ends_at', OLD.ends_at, 'state', OLD.state, 'price', OLD.price,
      'currency', OLD.currency);
  END IF;
  entry.action := CASE WHEN TG_OP = 'INSERT' THEN 'BOOKING_CREATED' WHEN entry.actor_name IS NOT NULL THEN 'BOOKING_ANSWERED'
    WHEN NEW.state = 'CANCELLED' THEN 'BOOKING_CANCELLED' ELSE 'BOOKING_MOVED' END;
  entry.family_id := NEW.family_id;
  entry.record_id := NEW.id;
  entry.values_after := jsonb_build_object(
    'service_name', NEW.service_name, 'starts_at', NEW.starts_at, 'ends_at', NEW.ends_at, 'state', NEW.state, 'price', NEW.price,
    'currency', NEW.currency);
  PERFORM public.add_audit_entry(entry);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION audit_booking() FROM PUBLIC;
CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OF state, starts_at, ends_at ON bookings
  FOR EACH ROW EXECUTE FUNCTION audit_booking();
