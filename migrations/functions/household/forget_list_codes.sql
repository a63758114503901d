-- Removes the codes of a list that is deleted.
--
-- Owner's rights: the server's role has no privilege on `shopping_list_codes`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION forget_list_codes() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.shopping_list_codes codes WHERE codes.list_id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION forget_list_codes() FROM PUBLIC;
CREATE OR REPLACE TRIGGER forgotten AFTER DELETE ON shopping_lists FOR EACH ROW EXECUTE FUNCTION forget_list_codes();
