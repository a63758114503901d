-- Tells webhooks of a change of a shopping list of the family, or of its items. Of a private list nobody hears.
--
-- Owner's rights: no role but the owner may call note_webhook().
CREATE OR REPLACE FUNCTION note_shopping() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'shopping_lists' THEN
    IF NOT (coalesce(NEW.is_shared, false) OR coalesce(OLD.is_shared, false)) THEN RETURN NULL; END IF;
    PERFORM public.note_webhook(
      coalesce(NEW.family_id, OLD.family_id), 'SHOPPING_CHANGED', jsonb_build_object('shoppingListId', coalesce(NEW.id, OLD.id)));
  ELSIF coalesce(NEW.private_to, OLD.private_to) IS NULL THEN
    PERFORM public.note_webhook(
      coalesce(NEW.family_id, OLD.family_id), 'SHOPPING_CHANGED',
      jsonb_build_object('shoppingListId', coalesce(NEW.shopping_list_id, OLD.shopping_list_id)));
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_shopping() FROM PUBLIC;

CREATE OR REPLACE TRIGGER hooked AFTER INSERT OR UPDATE OF name, is_shared OR DELETE ON shopping_lists
  FOR EACH ROW EXECUTE FUNCTION note_shopping();
CREATE OR REPLACE TRIGGER hooked AFTER INSERT OR UPDATE OF name, quantity, unit, category, note, ticked_at OR DELETE ON shopping_items
  FOR EACH ROW EXECUTE FUNCTION note_shopping();
