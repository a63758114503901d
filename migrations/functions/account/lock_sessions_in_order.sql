-- Locks the sessions of the account in scope by id, for a change that ends all and began without one of them: before
-- the account.
CREATE OR REPLACE FUNCTION lock_sessions_in_order() RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM 1 FROM public.sessions
  WHERE sessions.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
  ORDER BY sessions.id FOR NO KEY UPDATE;
END
$$;
REVOKE ALL ON FUNCTION lock_sessions_in_order() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_sessions_in_order() TO hatched_app;
