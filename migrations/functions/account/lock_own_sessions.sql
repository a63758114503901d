-- Locks all sessions of the account in scope, for what ends all of them. It follows `lock_membership`, which locked
-- those that there were, and `lock_own_place`, after which nobody starts one. One that began in between comes too late
-- for the order of locks: where somebody holds it the transaction begins again, since that one may be waiting for this.
CREATE OR REPLACE FUNCTION lock_own_sessions() RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  locked bigint;
BEGIN
  SELECT count(*) INTO locked FROM (
    SELECT FROM public.sessions WHERE sessions.account_id = account FOR NO KEY UPDATE SKIP LOCKED) AS free;
  IF locked < (SELECT count(*) FROM public.sessions WHERE sessions.account_id = account) THEN
    RAISE EXCEPTION 'a session has begun meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
END
$$;
REVOKE ALL ON FUNCTION lock_own_sessions() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_own_sessions() TO hatched_app;
