CREATE TABLE shopping_lists (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  title      text COLLATE "und-x-icu" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT shopping_lists_key PRIMARY KEY (family_id, id),
  CONSTRAINT shopping_lists_title CHECK (length(title) BETWEEN 1 AND 200)
);
CREATE INDEX shopping_lists_by_title ON shopping_lists (family_id, title, id);
ALTER TABLE shopping_lists ADD CONSTRAINT shopping_lists_family FOREIGN KEY (family_id) REFERENCES families (family_id);
SELECT guard_table('shopping_lists', 'FAMILY', 'ShoppingList');
