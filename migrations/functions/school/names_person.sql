-- Whether a name may be meant for a person's: one has all words of the other, as 'Rivera, Elena', 'Ms Elena Rivera' and
-- 'Elena' have of 'Elena Rivera'. 'Rivera' alone, which others of the family have, may be meant, too.
CREATE OR REPLACE FUNCTION names_person(given text, known text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  words text[] := public.name_words(given);
  others text[] := public.name_words(known);
BEGIN
  RETURN cardinality(words) > 0 AND cardinality(others) > 0 AND (words @> others OR words <@ others);
END
$$;
REVOKE ALL ON FUNCTION names_person(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION names_person(text, text) TO hatched_app;
