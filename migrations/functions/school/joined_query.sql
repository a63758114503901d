-- The words of a search as one query: of passages with all of them, or with any. Null for no word.
CREATE OR REPLACE FUNCTION joined_query(words tsquery[], has_all boolean) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  word tsquery;
  joined tsquery;
BEGIN
  FOREACH word IN ARRAY words LOOP
    joined := CASE WHEN joined IS NULL THEN word WHEN has_all THEN joined && word ELSE joined || word END;
  END LOOP;
  RETURN joined;
END
$$;
REVOKE ALL ON FUNCTION joined_query(tsquery[], boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION joined_query(tsquery[], boolean) TO hatched_app;
