CREATE TABLE packing_items (
  family_id       uuid NOT NULL,
  id              uuid NOT NULL,
  packing_list_id uuid NOT NULL,
  name            text COLLATE "und-x-icu" NOT NULL,
  quantity        int NOT NULL,
  shelf           text COLLATE "und-x-icu",
  needed_on       date,
  is_packed       boolean NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  version         int NOT NULL DEFAULT 1,
  CONSTRAINT packing_items_key PRIMARY KEY (family_id, id),
  CONSTRAINT packing_items_texts CHECK (length(name) BETWEEN 1 AND 200 AND length(shelf) <= 200),
  CONSTRAINT packing_items_quantity CHECK (quantity BETWEEN 1 AND 999)
);
CREATE INDEX packing_items_by_packing_list ON packing_items (family_id, packing_list_id, name, id);
ALTER TABLE packing_items ADD CONSTRAINT packing_items_packing_list
  FOREIGN KEY (family_id, packing_list_id) REFERENCES packing_lists (family_id, id) ON DELETE CASCADE;
SELECT guard_table(
  'packing_items', 'FAMILY', 'PackingItem', shown => '{PackingList,packing_list_id}', audited => '{name,quantity}');
