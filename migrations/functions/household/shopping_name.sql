-- The name of a thing to buy as it is compared: spaces joined, and without the case of its letters.
CREATE OR REPLACE FUNCTION shopping_name(name text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN lower(btrim(regexp_replace(name, '\s+', ' ', 'g')) COLLATE "und-x-icu");
END
$$;
REVOKE ALL ON FUNCTION shopping_name(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shopping_name(text) TO hatched_app;
