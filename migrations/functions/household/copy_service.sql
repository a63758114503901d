-- Copies to a new service the directory of its provider; gives the price of a service all decimals of its currency's
-- minor unit, and refuses more.
--
-- Owner's rights: the copies set the scope of the policies.
CREATE OR REPLACE FUNCTION copy_service() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  digits int := public.currency_digits(NEW.currency);
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT rows.directory_id INTO NEW.directory_id FROM public.providers rows
    WHERE rows.account_id = NEW.account_id AND rows.id = NEW.provider_id;
  END IF;
  IF scale(trim_scale(NEW.price)) > digits THEN
    RAISE EXCEPTION 'a price has more decimals than its currency' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'services_minor_unit ' || digits;
  END IF;
  NEW.price := round(NEW.price, digits);
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION copy_service() FROM PUBLIC;
CREATE OR REPLACE TRIGGER copied BEFORE INSERT OR UPDATE OF price, currency ON services FOR EACH ROW EXECUTE FUNCTION copy_service();
