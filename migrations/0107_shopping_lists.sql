-- Shopping lists, shared with the family or their owner's alone, and with guests from outside.

-- Guests see a list by `guest_ids`, their accounts, which follow_guests() keeps.
CREATE TABLE shopping_lists (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  is_shared  boolean NOT NULL,
  -- The member who made it, who may have left.
  owner_id   uuid NOT NULL,
  guest_ids  uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT shopping_lists_key PRIMARY KEY (family_id, id),
  CONSTRAINT shopping_lists_name CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT shopping_lists_guests CHECK (cardinality(guest_ids) <= 10)
);
CREATE UNIQUE INDEX shopping_lists_id ON shopping_lists (id);
CREATE INDEX shopping_lists_by_name ON shopping_lists (family_id, name, id);
CREATE INDEX shopping_lists_of_guest ON shopping_lists USING gin (guest_ids);
ALTER TABLE shopping_lists ADD CONSTRAINT shopping_lists_family FOREIGN KEY (family_id) REFERENCES families (family_id);
SELECT guard_table('shopping_lists', 'LIST', fixed => '{owner_id}');

-- `private_to` and `writer_ids` are copies of the list's owner, while it is not shared, and of its guests: copy_list().
CREATE TABLE shopping_items (
  family_id        uuid NOT NULL,
  id               uuid NOT NULL,
  shopping_list_id uuid NOT NULL,
  private_to       uuid,
  writer_ids       uuid[] NOT NULL DEFAULT '{}',
  name             text COLLATE "und-x-icu" NOT NULL,
  quantity         numeric,
  unit             text COLLATE "und-x-icu",
  category         text COLLATE "und-x-icu",
  note             text COLLATE "und-x-icu",
  ticked_at        timestamptz,
  ticked_by        text COLLATE "und-x-icu",
  -- The exact quantity as a fraction, where `quantity` is rounded: what meals gave.
  numerator        numeric,
  denominator      numeric,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  version          int NOT NULL DEFAULT 1,
  CONSTRAINT shopping_items_key PRIMARY KEY (family_id, id),
  CONSTRAINT shopping_items_writers CHECK (cardinality(writer_ids) <= 10),
  CONSTRAINT shopping_items_name CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT shopping_items_quantity CHECK (quantity >= 0),
  CONSTRAINT shopping_items_unit CHECK (length(unit) BETWEEN 1 AND 50),
  CONSTRAINT shopping_items_category CHECK (length(category) BETWEEN 1 AND 100),
  CONSTRAINT shopping_items_note CHECK (length(note) BETWEEN 1 AND 500),
  CONSTRAINT shopping_items_tick CHECK ((ticked_at IS NULL) = (ticked_by IS NULL)),
  CONSTRAINT shopping_items_ticker CHECK (length(ticked_by) BETWEEN 1 AND 200),
  CONSTRAINT shopping_items_fraction CHECK ((numerator IS NULL) = (denominator IS NULL))
);
CREATE UNIQUE INDEX shopping_items_id ON shopping_items (id);
CREATE INDEX shopping_items_by_list ON shopping_items (family_id, shopping_list_id, created_at, id);
-- Guests find items by their lists alone, of all families.
CREATE INDEX shopping_items_of_list ON shopping_items (shopping_list_id, created_at, id);
CREATE INDEX shopping_items_of_guest ON shopping_items USING gin (writer_ids);
ALTER TABLE shopping_items ADD CONSTRAINT shopping_items_shopping_list
  FOREIGN KEY (family_id, shopping_list_id) REFERENCES shopping_lists (family_id, id) ON DELETE CASCADE;
SELECT guard_table('shopping_items', 'LIST_ITEM');

-- What a list had of each ingredient of a meal: the exact amount as a fraction, in grams, millilitres or the unit of the kind.
CREATE TABLE shopping_memories (
  family_id        uuid NOT NULL,
  id               uuid NOT NULL,
  shopping_list_id uuid NOT NULL,
  meal_id          uuid NOT NULL,
  name             text COLLATE "und-x-icu" NOT NULL,
  unit_kind        text COLLATE "und-x-icu" NOT NULL,
  numerator        numeric NOT NULL,
  denominator      numeric NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT shopping_memories_key PRIMARY KEY (family_id, id)
);
CREATE INDEX shopping_memories_by_list ON shopping_memories (family_id, shopping_list_id, meal_id);
CREATE INDEX shopping_memories_by_meal ON shopping_memories (family_id, meal_id);
ALTER TABLE shopping_memories ADD CONSTRAINT shopping_memories_list
  FOREIGN KEY (family_id, shopping_list_id) REFERENCES shopping_lists (family_id, id) ON DELETE CASCADE;
ALTER TABLE shopping_memories ADD CONSTRAINT shopping_memories_meal
  FOREIGN KEY (family_id, meal_id) REFERENCES meals (family_id, id) ON DELETE CASCADE;
SELECT guard_table('shopping_memories', 'FAMILY');

-- The guests of lists: accounts of other families, or of none.
CREATE TABLE shopping_list_guests (
  family_id        uuid NOT NULL,
  id               uuid NOT NULL,
  shopping_list_id uuid NOT NULL,
  account_id       uuid NOT NULL,
  name             text COLLATE "und-x-icu" NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  version          int NOT NULL DEFAULT 1,
  CONSTRAINT shopping_list_guests_key PRIMARY KEY (family_id, id),
  CONSTRAINT shopping_list_guests_once UNIQUE (family_id, shopping_list_id, account_id),
  CONSTRAINT shopping_list_guests_name CHECK (length(name) BETWEEN 1 AND 200)
);
CREATE UNIQUE INDEX shopping_list_guests_id ON shopping_list_guests (id);
CREATE INDEX shopping_list_guests_of_account ON shopping_list_guests (account_id);
ALTER TABLE shopping_list_guests ADD CONSTRAINT shopping_list_guests_list
  FOREIGN KEY (family_id, shopping_list_id) REFERENCES shopping_lists (family_id, id) ON DELETE CASCADE;
ALTER TABLE shopping_list_guests ADD CONSTRAINT shopping_list_guests_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
SELECT guard_table('shopping_list_guests', 'LIST_GUEST', fixed => '{name}', privileges => 'SELECT, UPDATE, DELETE');

-- The hashes of codes that make guests, which functions alone read. A trigger removes them with the list.
CREATE TABLE shopping_list_codes (
  code_hash  bytea NOT NULL,
  list_id    uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  -- The account that it has let in; null while it is open.
  used_by    uuid,
  CONSTRAINT shopping_list_codes_key PRIMARY KEY (code_hash),
  CONSTRAINT shopping_list_codes_hash CHECK (length(code_hash) = 32)
);
CREATE INDEX shopping_list_codes_by_list ON shopping_list_codes (list_id);
ALTER TABLE shopping_list_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
