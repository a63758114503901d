-- Tells the other side of what has happened to a booking: the provider of what the family does, and the parents of what
-- the provider does. A change of more than a day ago is a copy that is read in.
--
-- Owner's rights: each side may not read or add notifications of the other.
CREATE OR REPLACE FUNCTION tell_of_booking() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known public.bookings;
  provider public.providers;
  happened text;
  is_to_family boolean;
  zone text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    known := OLD;
    -- With the family, or with the account of the provider.
    IF public.booking_state(OLD.state, OLD.starts_at, OLD.ends_at) NOT IN ('PENDING', 'CONFIRMED') THEN RETURN NULL; END IF;
    happened := 'BOOKING_CANCELLED';
    is_to_family := NOT EXISTS (SELECT 1 FROM public.providers rows WHERE rows.id = OLD.provider_id);
  ELSE
    known := NEW;
    IF NEW.updated_at < now() - interval '1 day' THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
      IF NEW.state = 'PENDING' THEN happened := 'BOOKING'; END IF;
    ELSIF NEW.state <> OLD.state AND NEW.state <> 'PENDING' THEN
      happened := 'BOOKING_' || NEW.state;
    -- Also at the same times: a booking that was confirmed waits again.
    ELSIF NEW.starts_at <> OLD.starts_at OR NEW.ends_at <> OLD.ends_at OR NEW.state <> OLD.state THEN
      happened := 'BOOKING_MOVED';
    END IF;
    IF happened IS NULL THEN RETURN NULL; END IF;
    is_to_family := happened IN ('BOOKING_CONFIRMED', 'BOOKING_DONE') OR NEW.cancelled_by = 'PROVIDER' AND happened = 'BOOKING_CANCELLED';
  END IF;
  SELECT rows.* INTO provider FROM public.providers rows WHERE rows.id = known.provider_id;
  IF is_to_family THEN
    SELECT families.time_zone INTO zone FROM public.families WHERE families.family_id = known.family_id;
    INSERT INTO public.notifications (family_id, id, recipient_id, kind, event, arguments)
    SELECT known.family_id, public.time_ordered_id(), parents.id, 'BOOKING', happened, jsonb_strip_nulls(jsonb_build_object(
      'title', known.service_name, 'person', provider.name, 'reason', known.reason,
      'dueDate', (known.starts_at AT TIME ZONE zone)::date::text, 'time', to_char(known.starts_at AT TIME ZONE zone, 'HH24:MI')))::text
    FROM public.members parents
    WHERE parents.family_id = known.family_id AND parents.role = 'PARENT' AND parents.account_id IS NOT NULL;
  ELSIF provider.id IS NOT NULL THEN
    PERFORM public.tell_account(provider.account_id, happened, jsonb_strip_nulls(jsonb_build_object(
      'title', known.service_name, 'person', known.family_name, 'reason', known.reason,
      'dueDate', (known.starts_at AT TIME ZONE provider.time_zone)::date::text,
      'time', to_char(known.starts_at AT TIME ZONE provider.time_zone, 'HH24:MI')))::text, 'provider-booking');
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION tell_of_booking() FROM PUBLIC;
CREATE OR REPLACE TRIGGER told AFTER INSERT OR DELETE OR UPDATE OF state, starts_at, ends_at ON bookings
  FOR EACH ROW EXECUTE FUNCTION tell_of_booking();
