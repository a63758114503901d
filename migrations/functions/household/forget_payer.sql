-- Takes a member off the expenses that it paid, before it goes. The sums stay.
CREATE OR REPLACE FUNCTION forget_payer() RETURNS trigger
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.expenses AS paid SET payer_id = NULL, version = paid.version + 1, updated_at = now()
  WHERE paid.family_id = OLD.family_id AND paid.payer_id = OLD.id;
  RETURN OLD;
END
$$;
REVOKE ALL ON FUNCTION forget_payer() FROM PUBLIC;
CREATE OR REPLACE TRIGGER forget_payer BEFORE DELETE ON members FOR EACH ROW EXECUTE FUNCTION forget_payer();
