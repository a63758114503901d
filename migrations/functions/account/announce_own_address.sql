-- Writes to an address of the account in scope: the code that confirms it. Where another account has confirmed it, its
-- owner is told instead, and gets no code. The same statements run either way. A code whose message is one too many is
-- none: nobody has it.
--
-- Owner's rights: another account may have confirmed the address, and only this function may know: its caller gets no
-- answer.
CREATE OR REPLACE FUNCTION announce_own_address(address_id uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own public.sign_in_addresses;
  owner public.sign_in_addresses;
  code uuid;
  message uuid := gen_random_uuid();
BEGIN
  SELECT * INTO own FROM public.sign_in_addresses addresses
  WHERE addresses.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND addresses.id = address_id;
  SELECT * INTO owner FROM public.sign_in_addresses addresses
  WHERE addresses.channel = own.channel AND addresses.lookup = own.lookup AND addresses.confirmed_at IS NOT NULL;
  code := public.make_address_code('CONFIRM', own.channel, own.lookup, own.account_id, own.id, interval '1 day');
  IF owner.id IS NULL THEN
    PERFORM public.enqueue_message(
      message, own.channel, own.address, 'confirm-address', own.language, '{}', code, own.account_id, 86400);
  ELSE
    PERFORM public.enqueue_message(
      message, owner.channel, owner.address, 'address-known', owner.language, '{}', NULL, owner.account_id, 86400);
  END IF;
  DELETE FROM public.address_codes unsent
  WHERE unsent.id = code AND NOT EXISTS (SELECT 1 FROM public.messages known WHERE known.id = message);
END
$$;
REVOKE ALL ON FUNCTION announce_own_address(uuid) FROM PUBLIC;
