-- The text search configuration of a language, such as `de-AT`; `simple` for a language that PostgreSQL has none of.
CREATE OR REPLACE FUNCTION search_language(language text) RETURNS regconfig
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN coalesce((
    SELECT known.oid::regconfig FROM pg_ts_config known
    WHERE known.cfgnamespace = 'pg_catalog'::regnamespace AND known.cfgname = CASE split_part(language, '-', 1)
      WHEN 'ar' THEN 'arabic' WHEN 'ca' THEN 'catalan' WHEN 'da' THEN 'danish' WHEN 'de' THEN 'german' WHEN 'el' THEN 'greek'
      WHEN 'en' THEN 'english' WHEN 'es' THEN 'spanish' WHEN 'eu' THEN 'basque' WHEN 'fi' THEN 'finnish' WHEN 'fr' THEN 'french'
      WHEN 'ga' THEN 'irish' WHEN 'hi' THEN 'hindi' WHEN 'hu' THEN 'hungarian' WHEN 'hy' THEN 'armenian' WHEN 'id' THEN 'indonesian'
      WHEN 'it' THEN 'italian' WHEN 'lt' THEN 'lithuanian' WHEN 'nb' THEN 'norwegian' WHEN 'ne' THEN 'nepali' WHEN 'nl' THEN 'dutch'
      WHEN 'nn' THEN 'norwegian' WHEN 'no' THEN 'norwegian' WHEN 'pt' THEN 'portuguese' WHEN 'ro' THEN 'romanian'
      WHEN 'ru' THEN 'russian' WHEN 'sr' THEN 'serbian' WHEN 'sv' THEN 'swedish' WHEN 'ta' THEN 'tamil' WHEN 'tr' THEN 'turkish'
      WHEN 'yi' THEN 'yiddish' END), 'pg_catalog.simple'::regconfig);
END
$$;
REVOKE ALL ON FUNCTION search_language(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_language(text) TO hatched_app;
