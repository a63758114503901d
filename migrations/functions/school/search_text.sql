-- A text as it is searched: in lower case by the rules of Unicode, whatever the database's locale, with each letter and
-- its mark as one character. The dot that is left of a Turkish capital letter goes.
CREATE OR REPLACE FUNCTION search_text(given text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN replace(lower(normalize(given, NFC) COLLATE "und-x-icu"), U&'\0307', '');
END
$$;
REVOKE ALL ON FUNCTION search_text(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_text(text) TO hatched_app;
