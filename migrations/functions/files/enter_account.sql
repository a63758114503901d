-- Sets the scope of the transaction to that of an account from here on: its family and its places. Returns the member
-- of the family that it is, or a row of nulls.
CREATE OR REPLACE FUNCTION enter_account(account uuid) RETURNS members
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own public.members;
BEGIN
  SELECT * INTO own FROM public.members WHERE members.account_id = account;
  PERFORM set_config('hatched.account_id', account::text, true), set_config('hatched.family_id', coalesce(own.family_id::text, ''), true);
  PERFORM FROM public.enter_places();
  RETURN own;
END
$$;
REVOKE ALL ON FUNCTION enter_account(uuid) FROM PUBLIC;
