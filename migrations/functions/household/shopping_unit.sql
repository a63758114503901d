-- The kind of a unit, and its size in grams or millilitres: things of one kind are added up. Units that are neither of
-- mass nor of volume are kinds of their own, and so are none with a quantity, and no quantity.
CREATE OR REPLACE FUNCTION shopping_unit(unit text, quantity numeric, OUT kind text, OUT size numeric)
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known text := public.shopping_name(coalesce(unit, ''));
BEGIN
  size := CASE known
    WHEN 'mg' THEN 0.001 WHEN 'g' THEN 1 WHEN 'kg' THEN 1000 WHEN 'oz' THEN 28.349523125 WHEN 'lb' THEN 453.59237
    WHEN 'ml' THEN 1 WHEN 'cl' THEN 10 WHEN 'dl' THEN 100 WHEN 'l' THEN 1000
    WHEN 'tsp' THEN 5 WHEN 'tbsp' THEN 15 WHEN 'cup' THEN 240 WHEN 'fl oz' THEN 30
    ELSE 1 END;
  kind := CASE
    WHEN quantity IS NULL THEN 'SOME ' || known
    WHEN known IN ('mg', 'g', 'kg', 'oz', 'lb') THEN 'MASS'
    WHEN known IN ('ml', 'cl', 'dl', 'l', 'tsp', 'tbsp', 'cup', 'fl oz') THEN 'VOLUME'
    ELSE 'UNIT ' || known END;
END
$$;
REVOKE ALL ON FUNCTION shopping_unit(text, numeric) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shopping_unit(text, numeric) TO hatched_app;
