-- Keeps the accounts of a list's guests in the list, by which they see it.
--
-- Owner's rights: the server's role cannot change whose a row is.
CREATE OR REPLACE FUNCTION follow_guests() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.family_id ELSE NEW.family_id END;
  list uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.shopping_list_id ELSE NEW.shopping_list_id END;
BEGIN
  UPDATE public.shopping_lists AS lists
  SET guest_ids = ARRAY(
      SELECT guests.account_id FROM public.shopping_list_guests guests
      WHERE guests.family_id = home AND guests.shopping_list_id = list ORDER BY guests.account_id),
    version = lists.version + 1, updated_at = now()
  WHERE lists.family_id = home AND lists.id = list;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION follow_guests() FROM PUBLIC;
CREATE OR REPLACE TRIGGER followed AFTER INSERT OR DELETE ON shopping_list_guests FOR EACH ROW EXECUTE FUNCTION follow_guests();
