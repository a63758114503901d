CREATE TABLE packing_lists (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  title      text COLLATE "und-x-icu" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT packing_lists_key PRIMARY KEY (family_id, id),
  CONSTRAINT packing_lists_title CHECK (length(title) BETWEEN 1 AND 200)
);
CREATE INDEX packing_lists_by_title ON packing_lists (family_id, title, id);
ALTER TABLE packing_lists ADD CONSTRAINT packing_lists_family FOREIGN KEY (family_id) REFERENCES families (family_id);
SELECT guard_table('packing_lists', 'FAMILY', 'PackingList');
