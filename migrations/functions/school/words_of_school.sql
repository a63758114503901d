-- The words of a passage as the index has them: each with the school, so that a search reads entries of one school
-- alone.
CREATE OR REPLACE FUNCTION words_of_school(school uuid, words tsvector) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN array_to_tsvector(ARRAY(SELECT school::text || ' ' || word.lexeme FROM unnest(tsvector_to_array(words)) AS word (lexeme)));
END
$$;
REVOKE ALL ON FUNCTION words_of_school(uuid, tsvector) FROM PUBLIC;
