-- The words of a search as queries of a configuration: runs of letters and digits, each as a query, and the last one
-- as a prefix, too, where it has three characters or more. Words that the configuration ignores are left out.
--
-- The marks that scripts write above and below their letters belong to a run.
CREATE OR REPLACE FUNCTION search_words(language text, given text) RETURNS tsquery[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  configuration regconfig := public.search_language(language);
  words text[] := ARRAY(
    SELECT (found.run)[1] FROM regexp_matches(
      public.search_text(given) COLLATE "und-x-icu",
      '[[:alnum:]\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+', 'g')
      WITH ORDINALITY AS found (run, place) ORDER BY found.place);
  queries tsquery[] := '{}';
  query tsquery;
BEGIN
  FOR place IN 1..cardinality(words) LOOP
    query := plainto_tsquery(configuration, words[place]);
    CONTINUE WHEN numnode(query) = 0;
    IF place = cardinality(words) AND length(words[place]) >= 3 THEN
      query := query || to_tsquery(configuration, words[place] || ':*');
    END IF;
    queries := queries || query;
  END LOOP;
  RETURN queries;
END
$$;
REVOKE ALL ON FUNCTION search_words(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_words(text, text) TO hatched_app;
