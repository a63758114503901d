-- An account keeps its latest sessions: an insert deletes the others.
--
-- Owner's rights: the server's role may not delete sessions.
CREATE OR REPLACE FUNCTION keep_latest_sessions() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- What another transaction has locked is in use, and goes another time: nobody waits here.
  DELETE FROM public.sessions WHERE sessions.account_id = NEW.account_id AND sessions.id IN (
    SELECT other.id FROM public.sessions other WHERE other.account_id = NEW.account_id AND other.id <> NEW.id
    ORDER BY other.ended_at IS NULL AND other.expires_at > now() DESC, other.created_at DESC, other.id
    OFFSET 99 FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION keep_latest_sessions() FROM PUBLIC;
