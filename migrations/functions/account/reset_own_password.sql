-- Uses a code up: gives the account in scope, whose code it is, another password, and ends its proofs. Returns false
-- where the code is used, has expired, or its address is not confirmed any more.
--
-- Owner's rights: the server's role has no privilege on `address_codes` and `passwords`.
CREATE OR REPLACE FUNCTION reset_own_password(code uuid, hash text, is_long boolean) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  counted bytea;
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM public.address_codes codes
    JOIN public.sign_in_addresses known ON known.account_id = codes.owner_id AND known.id = codes.address_id
    JOIN public.accounts ON accounts.id = codes.owner_id
    WHERE codes.id = code AND codes.owner_id = account AND codes.purpose = 'RESET' AND codes.expires_at > now()
      AND known.confirmed_at IS NOT NULL AND accounts.disabled_at IS NULL
  ) OR NOT public.set_own_password(hash, is_long) THEN
    RETURN false;
  END IF;
  SELECT codes.counted_key INTO counted FROM public.address_codes codes WHERE codes.id = code;
  PERFORM public.end_own_proofs();
  PERFORM public.notify_own_addresses('password-changed', NULL);
  IF counted IS NOT NULL THEN
    PERFORM public.give_back_attempt('networkPasswordResets', counted);
  END IF;
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION reset_own_password(uuid, text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reset_own_password(uuid, text, boolean) TO hatched_app;
