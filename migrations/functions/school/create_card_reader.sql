-- Adds a reader to a school that the account in scope administers: at most 100 of them that are not revoked.
--
-- Outcomes: DONE, NONE, LIMIT.
--
-- Owner's rights: the server's role has no privilege on `card_reader_tokens`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION create_card_reader(school uuid, reader uuid, reader_name text, reader_order text, hash bytea)
RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.schools
  WHERE schools.id = school AND schools.id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[])
  FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'NONE'; END IF;
  IF (
    SELECT count(*) FROM public.card_readers readers WHERE readers.school_id = school AND readers.revoked_at IS NULL
  ) >= 100 THEN RETURN 'LIMIT'; END IF;
  INSERT INTO public.card_readers (school_id, id, name, byte_order) VALUES (school, reader, reader_name, reader_order);
  INSERT INTO public.card_reader_tokens (school_id, reader_id, token_hash) VALUES (school, reader, hash);
  RETURN 'DONE';
END
$$;
REVOKE ALL ON FUNCTION create_card_reader(uuid, uuid, text, text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_card_reader(uuid, uuid, text, text, bytea) TO hatched_app;
