-- Whether a reader has this token, and is not revoked.
--
-- Owner's rights: the server's role has no privilege on `card_reader_tokens`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION reader_stands(hash bytea) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.card_reader_tokens tokens
    JOIN public.card_readers readers ON readers.school_id = tokens.school_id AND readers.id = tokens.reader_id
    WHERE tokens.token_hash = hash AND readers.revoked_at IS NULL);
END
$$;
REVOKE ALL ON FUNCTION reader_stands(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reader_stands(bytea) TO hatched_app;
