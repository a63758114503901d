-- Notes that the owner has just proved to be the account. The session is locked.
--
-- Owner's rights: the server's role may not change when a session was authenticated.
CREATE OR REPLACE FUNCTION renew_own_authentication(session uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.sessions SET authenticated_at = now()
  WHERE sessions.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND sessions.id = session;
END
$$;
REVOKE ALL ON FUNCTION renew_own_authentication(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION renew_own_authentication(uuid) TO hatched_app;
