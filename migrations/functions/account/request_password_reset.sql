-- Writes to an address: a code for the account that has confirmed it, or that there is no account. The same statements
-- run either way. The message goes to the address as its owner wrote it.
--
-- Owner's rights: there is no scope, and the caller must not learn whether an account has the address: it gets no
-- answer.
CREATE OR REPLACE FUNCTION request_password_reset(channel text, address text, lookup text, language text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  owner public.sign_in_addresses;
  code uuid;
BEGIN
  SELECT * INTO owner FROM public.sign_in_addresses known
  WHERE known.channel = channel AND known.lookup = lookup AND known.confirmed_at IS NOT NULL;
  code := public.make_address_code('RESET', channel, lookup, owner.account_id, owner.id, interval '1 hour');
  IF owner.id IS NOT NULL THEN
    PERFORM public.enqueue_message(
      gen_random_uuid(), channel, owner.address, 'reset-password', owner.language, '{}', code, owner.account_id, 3600);
  ELSE
    PERFORM public.enqueue_message(
      gen_random_uuid(), channel, address, 'no-account', language, '{}', NULL, NULL, 3600);
  END IF;
END
$$;
REVOKE ALL ON FUNCTION request_password_reset(text, text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION request_password_reset(text, text, text, text) TO hatched_app;
