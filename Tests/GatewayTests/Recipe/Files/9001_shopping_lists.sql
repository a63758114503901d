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

ALTER TABLE shopping_lists ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family_scope ON shopping_lists TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON shopping_lists TO hatched_app;
CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at ON shopping_lists EXECUTE FUNCTION refuse_fixed_columns();
SELECT track_usage('shopping_lists');
SELECT track_versions('shopping_lists');
SELECT track_changes('shopping_lists', 'ShoppingList');
