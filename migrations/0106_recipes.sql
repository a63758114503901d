-- Recipes with their ingredients, and the plan of meals.

CREATE TABLE recipes (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  servings   int NOT NULL,
  text       text COLLATE "und-x-icu",
  link       text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  CONSTRAINT recipes_key PRIMARY KEY (family_id, id),
  CONSTRAINT recipes_name CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT recipes_servings CHECK (servings BETWEEN 1 AND 1000),
  CONSTRAINT recipes_text CHECK (length(text) <= 20000),
  CONSTRAINT recipes_link CHECK (length(link) BETWEEN 1 AND 6000)
);
CREATE INDEX recipes_by_name ON recipes (family_id, name, id);
ALTER TABLE recipes ADD CONSTRAINT recipes_family FOREIGN KEY (family_id) REFERENCES families (family_id);
SELECT guard_table('recipes', 'FAMILY', 'Recipe');

CREATE TABLE recipe_ingredients (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  recipe_id  uuid NOT NULL,
  position   int NOT NULL,
  name       text COLLATE "und-x-icu" NOT NULL,
  quantity   numeric,
  unit       text COLLATE "und-x-icu",
  note       text COLLATE "und-x-icu",
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT recipe_ingredients_key PRIMARY KEY (family_id, id),
  CONSTRAINT recipe_ingredients_name CHECK (length(name) BETWEEN 1 AND 200),
  CONSTRAINT recipe_ingredients_quantity CHECK (quantity > 0),
  CONSTRAINT recipe_ingredients_unit CHECK (length(unit) BETWEEN 1 AND 50),
  CONSTRAINT recipe_ingredients_note CHECK (length(note) BETWEEN 1 AND 500)
);
CREATE INDEX recipe_ingredients_by_recipe ON recipe_ingredients (family_id, recipe_id, position, id);
ALTER TABLE recipe_ingredients ADD CONSTRAINT recipe_ingredients_recipe
  FOREIGN KEY (family_id, recipe_id) REFERENCES recipes (family_id, id) ON DELETE CASCADE;
SELECT guard_table('recipe_ingredients', 'FAMILY', privileges => 'SELECT, INSERT, DELETE');
SELECT track_changes('recipe_ingredients', NULL, '{Recipe,recipe_id}');

CREATE TABLE meals (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  date       date NOT NULL,
  slot       text NOT NULL,
  recipe_id  uuid,
  title      text COLLATE "und-x-icu",
  servings   int,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  -- The place of the meal in its day.
  place      int GENERATED ALWAYS AS (CASE slot WHEN 'BREAKFAST' THEN 1 WHEN 'LUNCH' THEN 2 WHEN 'DINNER' THEN 3 ELSE 4 END) STORED,
  CONSTRAINT meals_key PRIMARY KEY (family_id, id),
  CONSTRAINT meals_slot CHECK (slot IN ('BREAKFAST', 'LUNCH', 'DINNER', 'SNACK')),
  CONSTRAINT meals_title CHECK (length(title) <= 200),
  CONSTRAINT meals_servings CHECK (servings BETWEEN 1 AND 1000)
);
CREATE INDEX meals_by_date ON meals (family_id, date DESC, place, id);
CREATE INDEX meals_by_recipe ON meals (family_id, recipe_id);
ALTER TABLE meals ADD CONSTRAINT meals_family FOREIGN KEY (family_id) REFERENCES families (family_id);
-- A recipe is taken off its meals before it goes.
ALTER TABLE meals ADD CONSTRAINT meals_recipe FOREIGN KEY (family_id, recipe_id) REFERENCES recipes (family_id, id);
SELECT guard_table('meals', 'FAMILY', 'Meal');
