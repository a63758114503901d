-- Confirms the address of the account in scope that a code was sent to. The one of the same channel that it replaces
-- goes, and is told. Returns 'REFUSED' where the code is gone, or another account has confirmed the address; 'REPLACED'
-- where another address of the account has gone; else 'CONFIRMED'.
--
-- Outcomes: CONFIRMED, REPLACED, REFUSED.
--
-- Owner's rights: whether another account has confirmed the address is in no scope, and the server's role confirms no
-- address by itself.
CREATE OR REPLACE FUNCTION confirm_address_with(code uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  own public.sign_in_addresses;
  is_replaced boolean;
BEGIN
  SELECT addresses.* INTO own FROM public.address_codes codes
  JOIN public.sign_in_addresses addresses
    ON addresses.account_id = account AND addresses.channel = codes.channel AND addresses.lookup = codes.lookup
  WHERE codes.id = code AND codes.purpose = 'CONFIRM' AND codes.expires_at > now();
  IF own.id IS NULL OR EXISTS (
    SELECT 1 FROM public.sign_in_addresses others
    WHERE others.channel = own.channel AND others.lookup = own.lookup AND others.confirmed_at IS NOT NULL
      AND others.account_id <> account
  ) THEN
    RETURN 'REFUSED';
  END IF;
  DELETE FROM public.address_codes codes
  WHERE codes.purpose = 'CONFIRM' AND codes.channel = own.channel AND codes.lookup = own.lookup
    OR codes.owner_id = account AND codes.purpose = 'RESET' AND codes.channel = own.channel;
  IF own.confirmed_at IS NOT NULL THEN
    RETURN 'CONFIRMED';
  END IF;
  is_replaced := EXISTS (
    SELECT 1 FROM public.sign_in_addresses old
    WHERE old.account_id = account AND old.channel = own.channel AND old.confirmed_at IS NOT NULL);
  PERFORM public.enqueue_message(
    gen_random_uuid(), old.channel, old.address, 'address-changed', old.language, '{}', NULL, account, 259200)
  FROM public.sign_in_addresses old
  WHERE old.account_id = account AND old.channel = own.channel AND old.confirmed_at IS NOT NULL;
  DELETE FROM public.sign_in_addresses old
  WHERE old.account_id = account AND old.channel = own.channel AND old.confirmed_at IS NOT NULL;
  UPDATE public.sign_in_addresses addresses SET confirmed_at = now(), counted_as = NULL, counted_key = NULL
  WHERE addresses.account_id = account AND addresses.id = own.id;
  IF own.counted_key IS NOT NULL THEN
    PERFORM public.give_back_attempt(own.counted_as, own.counted_key);
  END IF;
  IF NOT is_replaced THEN
    RETURN 'CONFIRMED';
  END IF;
  PERFORM public.end_own_proofs();
  RETURN 'REPLACED';
END
$$;
REVOKE ALL ON FUNCTION confirm_address_with(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirm_address_with(uuid) TO hatched_app;
