-- Gives the amount of a row all decimals of its currency's minor unit, and refuses an amount that has more.
CREATE OR REPLACE FUNCTION fit_money() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  digits int := public.currency_digits(NEW.currency);
BEGIN
  IF scale(trim_scale(NEW.amount)) > digits THEN
    RAISE EXCEPTION 'an amount has more decimals than its currency' USING ERRCODE = 'check_violation',
      CONSTRAINT = TG_TABLE_NAME || '_minor_unit ' || digits;
  END IF;
  NEW.amount := round(NEW.amount, digits);
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION fit_money() FROM PUBLIC;
CREATE OR REPLACE TRIGGER fit_money BEFORE INSERT OR UPDATE OF amount, currency ON expenses
  FOR EACH ROW EXECUTE FUNCTION fit_money();
CREATE OR REPLACE TRIGGER fit_money BEFORE INSERT OR UPDATE OF amount, currency ON budgets
  FOR EACH ROW EXECUTE FUNCTION fit_money();
