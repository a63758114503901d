-- Writes the passages of pieces of information of a school anew: of one, or of all where none is given. Their words are
-- those of the school's language.
--
-- May be null: information.
CREATE OR REPLACE FUNCTION index_passages(school uuid, information uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  configuration regconfig := public.search_language((SELECT schools.language FROM public.schools WHERE schools.id = school));
BEGIN
  DELETE FROM public.school_passages AS former
  WHERE former.school_id = school AND (information IS NULL OR former.information_id = information);
  INSERT INTO public.school_passages (school_id, id, information_id, title, position, number, passage, words, found_by)
  SELECT indexed.school_id, gen_random_uuid(), indexed.id, indexed.title, indexed.position, indexed.number, indexed.passage, indexed.words,
    public.words_of_school(school, indexed.words)
  FROM (
    SELECT known.school_id, known.id, known.title, known.position, piece.number, piece.passage,
      setweight(to_tsvector(configuration, public.search_text(known.title)), 'A')
        || setweight(to_tsvector(configuration, public.search_text(piece.passage)), 'B') AS words
    FROM public.school_information known
    CROSS JOIN LATERAL unnest(public.passages_of(known.text)) WITH ORDINALITY AS piece (passage, number)
    WHERE known.school_id = school AND (information IS NULL OR known.id = information) OFFSET 0
  ) AS indexed;
END
$$;
REVOKE ALL ON FUNCTION index_passages(uuid, uuid) FROM PUBLIC;
