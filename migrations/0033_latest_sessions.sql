-- An account keeps its latest 100 sessions, and a session its latest 500 refresh tokens: each sign-in and each refresh adds
-- a row. Of the sessions those that have ended go first. A token that is gone is unknown, as one that never was.

CREATE FUNCTION keep_latest_sessions() RETURNS trigger
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

CREATE FUNCTION keep_latest_refresh_tokens() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.refresh_tokens tokens WHERE tokens.account_id = NEW.account_id AND tokens.id IN (
    SELECT other.id FROM public.refresh_tokens other
    WHERE other.account_id = NEW.account_id AND other.session_id = NEW.session_id AND other.id <> NEW.id
    ORDER BY other.created_at DESC, other.id OFFSET 499 FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION keep_latest_sessions(), keep_latest_refresh_tokens() FROM PUBLIC;

CREATE TRIGGER keep_latest AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION keep_latest_sessions();
-- Looked at once in 16 times: a refresh is frequent, and there may be a few more.
CREATE TRIGGER keep_latest AFTER INSERT ON refresh_tokens FOR EACH ROW WHEN (random() < 0.0625)
  EXECUTE FUNCTION keep_latest_refresh_tokens();
