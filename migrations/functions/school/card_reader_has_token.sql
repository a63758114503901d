-- Whether a card reader of a school that the account in scope administers has the token with this hash, and is not
-- revoked. Without the token the answer to a repeated request shows none.
--
-- Owner's rights: the server's role has no privilege on `card_reader_tokens`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION card_reader_has_token(school uuid, reader uuid, hash bytea) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN school = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]) AND EXISTS (
    SELECT 1 FROM public.card_reader_tokens tokens
    JOIN public.card_readers readers ON readers.school_id = tokens.school_id AND readers.id = tokens.reader_id
    WHERE tokens.school_id = school AND tokens.reader_id = reader AND tokens.token_hash = hash AND readers.revoked_at IS NULL);
END
$$;
REVOKE ALL ON FUNCTION card_reader_has_token(uuid, uuid, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION card_reader_has_token(uuid, uuid, bytea) TO hatched_app;
