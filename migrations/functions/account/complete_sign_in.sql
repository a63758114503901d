-- Completes a sign-in by password under the account's lock: false if the password was changed since it was checked, the
-- address is not the account's any more, or the account is disabled.
--
-- May be null: new_hash.
--
-- Owner's rights: the server's role has no privilege on `passwords` and `sign_in_addresses`.
CREATE OR REPLACE FUNCTION complete_sign_in(address_id uuid, checked_hash text, new_hash text, device bytea)
RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM public.passwords known JOIN public.accounts ON accounts.id = known.account_id
    WHERE known.account_id = account AND known.hash = checked_hash AND accounts.disabled_at IS NULL
  ) THEN
    RETURN false;
  END IF;
  UPDATE public.sign_in_addresses addresses SET last_used_at = now()
  WHERE addresses.account_id = account AND addresses.id = address_id;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF new_hash IS NOT NULL THEN
    UPDATE public.passwords known SET hash = new_hash WHERE known.account_id = account;
  END IF;
  PERFORM public.know_own_device(device);
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION complete_sign_in(uuid, text, text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION complete_sign_in(uuid, text, text, bytea) TO hatched_app;
