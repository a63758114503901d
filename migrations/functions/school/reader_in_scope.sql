-- The school of the reader in scope, and the order in which it reports bytes.
--
-- Owner's rights: the server's role has no privilege on `card_reader_tokens`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION reader_in_scope(hash bytea) RETURNS TABLE (school_id uuid, byte_order text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT readers.school_id, readers.byte_order FROM public.card_readers readers
    JOIN public.card_reader_tokens tokens ON tokens.school_id = readers.school_id AND tokens.reader_id = readers.id
    WHERE tokens.token_hash = hash
      AND readers.school_id = ANY (nullif(current_setting('hatched.reader_school_ids', true), '')::uuid[]);
END
$$;
REVOKE ALL ON FUNCTION reader_in_scope(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reader_in_scope(bytea) TO hatched_app;
