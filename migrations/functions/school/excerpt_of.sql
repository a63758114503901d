-- The parts of a passage around its first match, in their order: plain text, which matches the words of a search or
-- not. At most 400 characters of a longer passage are shown.
CREATE OR REPLACE FUNCTION excerpt_of(passage text, language text, given text)
RETURNS TABLE (number int, part text, is_match boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  query tsquery := public.joined_query(public.search_words(language, given), false);
  marked text;
  first_match int;
  remaining int := 400;
  shown text;
BEGIN
  IF query IS NULL THEN RETURN; END IF;
  -- The marks are control characters, which no text of a school has.
  marked := ts_headline(public.search_language(language), passage, query, E'HighlightAll=true, StartSel="\x01", StopSel="\x02"');
  first_match := position(E'\x01' IN marked);
  number := 0;
  IF length(passage) > remaining AND first_match > 81 THEN
    -- From the beginning of a word on.
    marked := regexp_replace(substr(marked, first_match - 80), '^[^[:space:]\x01]*[[:space:]]+', '');
  END IF;
  FOREACH shown IN ARRAY string_to_array(replace(marked, E'\x01', E'\x02\x01'), E'\x02') LOOP
    EXIT WHEN remaining <= 0;
    is_match := starts_with(shown, E'\x01');
    part := left(ltrim(shown, E'\x01'), remaining);
    CONTINUE WHEN part = '';
    remaining := remaining - length(part);
    number := number + 1;
    RETURN NEXT;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION excerpt_of(text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION excerpt_of(text, text, text) TO hatched_app;
