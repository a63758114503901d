-- The passages of a text: what stands between blank lines, in pieces of at most 2,000 characters that end between
-- words. A text without one has one that is empty, so that its title is found.
CREATE OR REPLACE FUNCTION passages_of(given text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  longest CONSTANT int := 2000;
  passages text[] := '{}';
  rest text;
  piece text;
BEGIN
  FOREACH rest IN ARRAY regexp_split_to_array(coalesce(given, ''), '\n[[:blank:]]*\n') LOOP
    rest := btrim(rest, E' \t\n');
    WHILE rest <> '' LOOP
      piece := left(rest, longest);
      IF length(rest) > longest THEN
        -- Not in a word, unless it is longer than a piece.
        piece := coalesce(nullif(substring(piece FROM '^(.*)[[:space:]]'), ''), piece);
      END IF;
      passages := passages || rtrim(piece, E' \t\n');
      rest := ltrim(substr(rest, length(piece) + 1), E' \t\n');
    END LOOP;
  END LOOP;
  RETURN CASE WHEN passages = '{}' THEN ARRAY[''] ELSE passages END;
END
$$;
REVOKE ALL ON FUNCTION passages_of(text) FROM PUBLIC;
