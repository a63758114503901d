-- Adds an item to a list of which the account in scope is a guest. The same input sent again adds no second one. The
-- family is locked.
--
-- Outcomes: DONE, KNOWN, NONE, USED.
-- May be null: quantity, unit, category, note.
--
-- Owner's rights: the ids that a family's rows have had are in no scope of guests.
CREATE OR REPLACE FUNCTION add_item_as_guest(
  list uuid, item uuid, input text, item_name text, quantity numeric, unit text, category text, note text
) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  hash bytea := sha256(convert_to(input || account::text, 'UTF8'));
  home uuid;
BEGIN
  SELECT lists.family_id INTO home FROM public.shopping_lists lists
  WHERE lists.id = list AND lists.guest_ids @> ARRAY[account];
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  INSERT INTO public.used_ids (family_id, id, type, input_hash) VALUES (home, item, 'ShoppingItem', hash) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    IF EXISTS (
      SELECT 1 FROM public.used_ids used
      WHERE used.family_id = home AND used.id = item AND used.type = 'ShoppingItem' AND used.input_hash = hash
    ) THEN
      RETURN 'KNOWN';
    END IF;
    RETURN 'USED';
  END IF;
  INSERT INTO public.shopping_items (family_id, id, shopping_list_id, name, quantity, unit, category, note)
  VALUES (home, item, list, item_name, quantity, unit, category, note);
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION add_item_as_guest(uuid, uuid, text, text, numeric, text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_item_as_guest(uuid, uuid, text, text, numeric, text, text, text) TO hatched_app;
