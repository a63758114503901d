-- Gives back what `sign_in_candidate` counted.
--
-- May be null: device, network_key.
--
-- Owner's rights: the server's role has no privilege on `attempts`.
CREATE OR REPLACE FUNCTION give_back_sign_in(
  is_known boolean, device bytea, pair_key bytea, address_key bytea, network_key bytea
)
RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF is_known THEN
    PERFORM public.give_back_attempt('deviceSignInAttempts', device);
  ELSE
    PERFORM public.give_back_attempt('passwordAttempts', pair_key);
    PERFORM public.give_back_attempt('addressSignInAttempts', address_key);
    PERFORM public.give_back_attempt('networkSignInAttempts', network_key);
  END IF;
END
$$;
REVOKE ALL ON FUNCTION give_back_sign_in(boolean, bytea, bytea, bytea, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION give_back_sign_in(boolean, bytea, bytea, bytea, bytea) TO hatched_app;
