-- Copies to a new booking whose the service is, its name and price, and the name of the family; and computes the price
-- of a booking.
--
-- Owner's rights: the copies set the scope of the policies: a statement of the server could name any account.
CREATE OR REPLACE FUNCTION copy_booking() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT offered.account_id, offered.provider_id, offered.name, offered.price, offered.per, offered.currency
    INTO NEW.account_id, NEW.provider_id, NEW.service_name, NEW.rate, NEW.per, NEW.currency
    FROM public.services offered WHERE offered.id = NEW.service_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no service of a booking' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'bookings_service';
    END IF;
    SELECT families.name INTO NEW.family_name FROM public.families WHERE families.family_id = NEW.family_id;
  END IF;
  NEW.price := public.booking_price(NEW.rate, NEW.currency, NEW.per, NEW.starts_at, NEW.ends_at);
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION copy_booking() FROM PUBLIC;
CREATE OR REPLACE TRIGGER copied BEFORE INSERT OR UPDATE OF starts_at, ends_at ON bookings FOR EACH ROW EXECUTE FUNCTION copy_booking();
