-- Adds what the meals of some days need to a list of the family, but what the list had of them before: to the open item
-- of the name and the kind of unit, a person's too, else to a new one. Amounts are exact: fractions of whole numbers.
--
-- A meal that needs less than the list had takes the difference off the open item; where there is none the list has had
-- it. Rows are read and written with the rights, and in the scope, of the viewer.
--
-- Rows: one.
CREATE OR REPLACE FUNCTION add_meals(family uuid, list uuid, from_day date, days int) RETURNS TABLE (added int, changed int)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  wanted record;
  had public.shopping_memories;
  open public.shopping_items;
  -- Of an ingredient without a quantity there is no amount: the list has it, or has had it.
  has_amount boolean;
  size numeric;
  -- The amount of the open item, and the difference, in grams, millilitres or the unit: fractions.
  top numeric;
  bottom numeric;
  change_top numeric;
  change_bottom numeric;
  divisor numeric;
  new_items uuid[] := '{}';
  changed_items uuid[] := '{}';
BEGIN
  FOR wanted IN
    WITH needed AS (
      SELECT meals.id AS meal_id, meals.date, meals.place, ingredients.position, ingredients.id AS ingredient_id,
        ingredients.name, ingredients.unit, public.shopping_name(ingredients.name) AS key, units.kind,
        -- Whole numbers: a quantity has at most 6 decimals, and a size 9.
        CASE WHEN ingredients.quantity IS NULL THEN 1
          ELSE trunc(ingredients.quantity * units.size * 1000000000000000) * coalesce(meals.servings, recipes.servings) END AS top,
        CASE WHEN ingredients.quantity IS NULL THEN 1 ELSE 1000000000000000::numeric * recipes.servings END AS bottom
      FROM public.meals
      JOIN public.recipes ON recipes.family_id = family AND recipes.id = meals.recipe_id
      JOIN public.recipe_ingredients ingredients ON ingredients.family_id = family AND ingredients.recipe_id = recipes.id
      CROSS JOIN LATERAL public.shopping_unit(ingredients.unit, ingredients.quantity) AS units
      WHERE meals.family_id = family AND meals.date >= from_day AND meals.date < from_day + days
    )
    SELECT needed.meal_id, needed.key, needed.kind, min(needed.date) AS date, min(needed.place) AS place,
      min(needed.position) AS position, (array_agg(needed.name ORDER BY needed.position, needed.ingredient_id))[1] AS name,
      (array_agg(needed.unit ORDER BY needed.position, needed.ingredient_id))[1] AS unit,
      sum(needed.top) AS top, min(needed.bottom) AS bottom
    FROM needed GROUP BY needed.meal_id, needed.key, needed.kind
    UNION ALL
    -- What a meal of these days needed once, and no longer does.
    SELECT memories.meal_id, memories.name, memories.unit_kind, meals.date, meals.place, 2147483647, memories.name, NULL, 0, 1
    FROM public.shopping_memories memories
    JOIN public.meals ON meals.family_id = family AND meals.id = memories.meal_id
    WHERE memories.family_id = family AND memories.shopping_list_id = list AND memories.numerator > 0
      AND meals.date >= from_day AND meals.date < from_day + days AND NOT EXISTS (
        SELECT 1 FROM needed
        WHERE needed.meal_id = memories.meal_id AND needed.key = memories.name AND needed.kind = memories.unit_kind)
    ORDER BY 4, 5, 6, 1
  LOOP
    has_amount := wanted.kind NOT LIKE 'SOME %';
    SELECT memories.* INTO had FROM public.shopping_memories memories
    WHERE memories.family_id = family AND memories.shopping_list_id = list AND memories.meal_id = wanted.meal_id
      AND memories.name = wanted.key AND memories.unit_kind = wanted.kind;
    IF NOT has_amount AND (had.id IS NOT NULL OR wanted.top = 0) THEN CONTINUE; END IF;
    change_top := wanted.top * coalesce(had.denominator, 1) - coalesce(had.numerator, 0) * wanted.bottom;
    change_bottom := wanted.bottom * coalesce(had.denominator, 1);
    IF change_top = 0 THEN CONTINUE; END IF;

    SELECT items.* INTO open FROM public.shopping_items items
    CROSS JOIN LATERAL public.shopping_unit(items.unit, items.quantity) AS units
    WHERE items.family_id = family AND items.shopping_list_id = list AND items.ticked_at IS NULL
      AND public.shopping_name(items.name) = wanted.key AND units.kind = wanted.kind
    ORDER BY items.created_at, items.id LIMIT 1;
    IF open.id IS NULL THEN
      -- Less is needed than the list had, and that is bought or gone.
      IF change_top < 0 THEN CONTINUE; END IF;
      open.id := gen_random_uuid();
      open.unit := wanted.unit;
      open.quantity := CASE WHEN has_amount THEN 0 END;
      -- In their order: lists are sorted by this time.
      open.created_at := now() + cardinality(new_items) * interval '1 microsecond';
      INSERT INTO public.shopping_items (family_id, id, shopping_list_id, name, quantity, unit, created_at, updated_at)
      VALUES (family, open.id, list, wanted.name, open.quantity, open.unit, open.created_at, open.created_at);
      new_items := new_items || open.id;
    ELSIF has_amount AND open.id <> ALL (new_items) AND open.id <> ALL (changed_items) THEN
      changed_items := changed_items || open.id;
    END IF;

    IF has_amount THEN
      SELECT units.size INTO size FROM public.shopping_unit(open.unit, 1) AS units;
      top := trunc(coalesce(open.numerator, open.quantity * 1000000) * size * 1000000000);
      bottom := coalesce(open.denominator, 1000000) * 1000000000;
      -- The open item may have less than the meal gives back.
      IF top * change_bottom + change_top * bottom < 0 THEN
        change_top := -top;
        change_bottom := bottom;
      END IF;
      top := top * change_bottom + change_top * bottom;
      bottom := bottom * change_bottom;
      IF top = 0 THEN
        DELETE FROM public.shopping_items items WHERE items.family_id = family AND items.id = open.id;
      ELSE
        -- In the unit of the item.
        top := top * 1000000000;
        bottom := trunc(bottom * size * 1000000000);
        divisor := gcd(top, bottom);
        top := div(top, divisor);
        bottom := div(bottom, divisor);
        UPDATE public.shopping_items AS items
        SET quantity = trim_scale(round(top / bottom, 3)), numerator = top, denominator = bottom,
          version = items.version + CASE WHEN items.id = ANY (new_items) THEN 0 ELSE 1 END, updated_at = greatest(items.updated_at, now())
        WHERE items.family_id = family AND items.id = open.id;
      END IF;
    END IF;

    -- What the list has had of it now.
    top := coalesce(had.numerator, 0) * change_bottom + change_top * coalesce(had.denominator, 1);
    bottom := coalesce(had.denominator, 1) * change_bottom;
    divisor := gcd(top, bottom);
    top := div(top, divisor);
    bottom := div(bottom, divisor);
    IF had.id IS NULL THEN
      INSERT INTO public.shopping_memories (family_id, id, shopping_list_id, meal_id, name, unit_kind, numerator, denominator)
      VALUES (family, gen_random_uuid(), list, wanted.meal_id, wanted.key, wanted.kind, top, bottom);
    ELSE
      UPDATE public.shopping_memories AS memories SET numerator = top, denominator = bottom
      WHERE memories.family_id = family AND memories.id = had.id;
    END IF;
  END LOOP;
  added := cardinality(new_items);
  changed := cardinality(changed_items);
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION add_meals(uuid, uuid, date, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_meals(uuid, uuid, date, integer) TO hatched_app;
