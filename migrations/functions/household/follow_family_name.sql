-- Gives the bookings of a family its new name, which providers see.
--
-- Owner's rights: the change may be one of a student, who writes no bookings.
CREATE OR REPLACE FUNCTION follow_family_name() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.bookings AS rows SET family_name = NEW.name
  WHERE rows.family_id = NEW.family_id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_family_name() FROM PUBLIC;
CREATE OR REPLACE TRIGGER named_bookings AFTER UPDATE OF name ON families
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION follow_family_name();
