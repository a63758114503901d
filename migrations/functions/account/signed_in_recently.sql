-- Whether the owner of a session of the account in scope has proved to be it within ten minutes.
CREATE OR REPLACE FUNCTION signed_in_recently(session uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.sessions
    WHERE sessions.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND sessions.id = session
      AND sessions.authenticated_at > now() - interval '10 minutes');
END
$$;
REVOKE ALL ON FUNCTION signed_in_recently(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION signed_in_recently(uuid) TO hatched_app;
