-- Gives the items of a list what they copy from it, once that changes.
--
-- Owner's rights: the server's role cannot change whose a row is.
CREATE OR REPLACE FUNCTION follow_list() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.shopping_items AS items
  SET private_to = CASE WHEN NOT NEW.is_shared THEN NEW.owner_id END, writer_ids = NEW.guest_ids
  WHERE items.family_id = NEW.family_id AND items.shopping_list_id = NEW.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_list() FROM PUBLIC;
CREATE OR REPLACE TRIGGER followed AFTER UPDATE OF is_shared, guest_ids ON shopping_lists
  FOR EACH ROW WHEN (OLD.is_shared <> NEW.is_shared OR OLD.guest_ids <> NEW.guest_ids) EXECUTE FUNCTION follow_list();
