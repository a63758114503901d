CREATE TABLE shopping_items (
  family_id        uuid NOT NULL,
  id               uuid NOT NULL,
  shopping_list_id uuid NOT NULL,
  name             text COLLATE "und-x-icu" NOT NULL,
  quantity         int NOT NULL,
  store            text COLLATE "und-x-icu",
  needed_on        date,
  is_bought        boolean NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  version          int NOT NULL DEFAULT 1,
  CONSTRAINT shopping_items_key PRIMARY KEY (family_id, id),
  CONSTRAINT shopping_items_texts CHECK (length(name) BETWEEN 1 AND 200 AND length(store) <= 200),
  CONSTRAINT shopping_items_quantity CHECK (quantity BETWEEN 1 AND 999)
);
CREATE INDEX shopping_items_by_shopping_list ON shopping_items (family_id, shopping_list_id, name, id);
ALTER TABLE shopping_items ADD CONSTRAINT shopping_items_shopping_list
  FOREIGN KEY (family_id, shopping_list_id) REFERENCES shopping_lists (family_id, id) ON DELETE CASCADE;
SELECT guard_table(
  'shopping_items', 'FAMILY', 'ShoppingItem', shown => '{ShoppingList,shopping_list_id}', audited => '{name,quantity}');
