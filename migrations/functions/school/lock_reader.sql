-- The reader with this token comes into scope, and stays so until the transaction ends. It fails where there is none:
-- see ReaderCheck.
--
-- Owner's rights: the server's role has no privilege on `card_reader_tokens`, which has the hashes of codes.
CREATE OR REPLACE FUNCTION lock_reader(hash bytea) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  school uuid;
BEGIN
  SELECT readers.school_id INTO school FROM public.card_readers readers
  WHERE readers.revoked_at IS NULL AND (readers.school_id, readers.id) IN (
    SELECT tokens.school_id, tokens.reader_id FROM public.card_reader_tokens tokens WHERE tokens.token_hash = hash)
  FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such card reader' USING ERRCODE = 'invalid_authorization_specification'; END IF;
  PERFORM set_config('hatched.reader_school_ids', ARRAY[school]::text, true);
END
$$;
REVOKE ALL ON FUNCTION lock_reader(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_reader(bytea) TO hatched_app;
