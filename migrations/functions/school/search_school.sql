-- The passages of the information of a school that fit a search, the best first: those with all its words, and where
-- none has all, those with any. None where the account in scope does not see the information of the school.
--
-- Owner's rights: under row-level security PostgreSQL does not search by the index of words, since the operator of
-- text search may tell of rows in its errors. The school is compared with the account's audiences here.
CREATE OR REPLACE FUNCTION search_school(school uuid, given text, at_most bigint)
RETURNS TABLE (passage_id uuid, information_id uuid, place bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  words tsquery[];
  query tsquery;
  own tsquery;
BEGIN
  IF school = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]) IS NOT TRUE THEN RETURN; END IF;
  words := public.search_words((SELECT schools.language FROM public.schools WHERE schools.id = school), given);
  FOREACH query IN ARRAY ARRAY[public.joined_query(words, true), public.joined_query(words, false)] LOOP
    IF query IS NULL THEN RETURN; END IF;
    own := public.query_of_school(school, query);
    RETURN QUERY
      SELECT found.id, found.information_id, row_number() OVER (ORDER BY found.rank DESC, found.title, found.position, found.number, found.id)
      FROM (
        SELECT passages.id, passages.information_id, passages.title, passages.position, passages.number,
          ts_rank_cd('{0.1,0.2,0.4,1.0}', passages.words, query, 1) AS rank
        FROM public.school_passages passages
        -- `own` has the word of the school. `IS TRUE` keeps the planner from reading the index of all its passages as well.
        WHERE passages.found_by @@ own AND (passages.school_id = school) IS TRUE
        ORDER BY rank DESC, passages.title, passages.position, passages.number, passages.id LIMIT at_most
      ) AS found;
    IF FOUND THEN RETURN; END IF;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION search_school(uuid, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_school(uuid, text, bigint) TO hatched_app;
