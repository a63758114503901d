-- A session keeps its latest refresh tokens: an insert deletes the others.
--
-- Owner's rights: the limit holds whatever scope the statement has that adds a token.
CREATE OR REPLACE FUNCTION keep_latest_refresh_tokens() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.refresh_tokens tokens WHERE tokens.account_id = NEW.account_id AND tokens.id IN (
    SELECT other.id FROM public.refresh_tokens other
    WHERE other.account_id = NEW.account_id AND other.session_id = NEW.session_id AND other.id <> NEW.id
    ORDER BY other.created_at DESC, other.id OFFSET 499 FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION keep_latest_refresh_tokens() FROM PUBLIC;
