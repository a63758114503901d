-- The passages of the information of a school that fit the text of a ticket, the best first: as search_school() finds
-- them by its first 200 characters, which the rest of the transaction marks them by.
CREATE OR REPLACE FUNCTION offer_passages(school uuid, given text, at_most bigint) RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  searched text := left(given, 200);
BEGIN
  PERFORM set_config('hatched.searched_text', searched, true);
  RETURN QUERY SELECT found.passage_id FROM public.search_school(school, searched, at_most) AS found ORDER BY found.place;
END
$$;
REVOKE ALL ON FUNCTION offer_passages(uuid, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION offer_passages(uuid, text, bigint) TO hatched_app;
