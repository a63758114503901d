-- Deletes the private lists of a member that leaves its family.
--
-- Owner's rights: whoever removes the member sees none of them.
CREATE OR REPLACE FUNCTION leave_lists() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.shopping_lists lists
  WHERE lists.family_id = OLD.family_id AND lists.owner_id = OLD.id AND NOT lists.is_shared;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION leave_lists() FROM PUBLIC;
CREATE OR REPLACE TRIGGER left_lists AFTER DELETE ON members FOR EACH ROW EXECUTE FUNCTION leave_lists();
