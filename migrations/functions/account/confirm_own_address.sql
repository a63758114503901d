-- Confirms the address that a code of the account in scope is for. The one of the same channel that it replaces goes,
-- and is told. Returns false where the code is gone, or another account has confirmed the address.
--
-- Owner's rights: whether another account has confirmed the address is in no scope, and the server's role confirms no
-- address by itself.
CREATE OR REPLACE FUNCTION confirm_own_address(code uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  own public.sign_in_addresses;
BEGIN
  SELECT addresses.* INTO own FROM public.address_codes codes
  JOIN public.sign_in_addresses addresses ON addresses.account_id = codes.owner_id AND addresses.id = codes.address_id
  WHERE codes.id = code AND codes.owner_id = account AND codes.purpose = 'CONFIRM' AND codes.expires_at > now();
  IF own.id IS NULL OR EXISTS (
    SELECT 1 FROM public.sign_in_addresses others
    WHERE others.channel = own.channel AND others.lookup = own.lookup AND others.confirmed_at IS NOT NULL
      AND others.account_id <> account
  ) THEN
    RETURN false;
  END IF;
  DELETE FROM public.address_codes codes
  WHERE codes.owner_id = account AND (codes.address_id = own.id OR codes.purpose = 'RESET' AND codes.channel = own.channel);
  IF own.confirmed_at IS NOT NULL THEN
    RETURN true;
  END IF;
  PERFORM public.enqueue_message(
    gen_random_uuid(), old.channel, old.address, 'address-changed', old.language, '{}', NULL, account, 259200)
  FROM public.sign_in_addresses old
  WHERE old.account_id = account AND old.channel = own.channel AND old.confirmed_at IS NOT NULL;
  DELETE FROM public.sign_in_addresses old
  WHERE old.account_id = account AND old.channel = own.channel AND old.confirmed_at IS NOT NULL;
  UPDATE public.sign_in_addresses addresses SET confirmed_at = now()
  WHERE addresses.account_id = account AND addresses.id = own.id;
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION confirm_own_address(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirm_own_address(uuid) TO hatched_app;
