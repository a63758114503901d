-- A query of search_words() for the words that words_of_school() gives. Its lexemes are letters and digits.
CREATE OR REPLACE FUNCTION query_of_school(school uuid, query tsquery) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN regexp_replace(query::text, '''([^'']+)''', '''' || school::text || ' \1''', 'g')::tsquery;
END
$$;
REVOKE ALL ON FUNCTION query_of_school(uuid, tsquery) FROM PUBLIC;
