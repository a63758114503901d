-- Copies to a new item whose list it is on: the owner of a private one, and the guests.
--
-- Owner's rights: the copies set the scope of the policies: a statement of the server could name any account.
CREATE OR REPLACE FUNCTION copy_list() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT CASE WHEN NOT lists.is_shared THEN lists.owner_id END, lists.guest_ids INTO NEW.private_to, NEW.writer_ids
  FROM public.shopping_lists lists WHERE lists.family_id = NEW.family_id AND lists.id = NEW.shopping_list_id;
  -- Without a list the foreign key refuses the row.
  IF NOT FOUND THEN NEW.writer_ids := '{}'; END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION copy_list() FROM PUBLIC;
CREATE OR REPLACE TRIGGER copied BEFORE INSERT ON shopping_items FOR EACH ROW EXECUTE FUNCTION copy_list();
