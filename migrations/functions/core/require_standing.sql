-- A change is sent in one round trip with COMMIT. Whether whoever asks is still what the token says has to be decided
-- before it by the database, then: this ends the transaction of those who are not.
CREATE OR REPLACE FUNCTION require_standing(holds boolean) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF holds THEN
    RETURN true;
  END IF;
  RAISE EXCEPTION 'the session or the membership has ended' USING ERRCODE = 'invalid_authorization_specification';
END
$$;
REVOKE ALL ON FUNCTION require_standing(boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION require_standing(boolean) TO hatched_app;
