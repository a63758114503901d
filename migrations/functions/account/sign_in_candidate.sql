-- The account that somebody who signs in may be, with the hash of its password, always in one row: that of the device,
-- if the device is known to an account with the address; else the one that has confirmed the address; else nobody. So
-- an address that nobody has confirmed signs in only where its account has signed in before, and nobody learns by
-- registering whether there is another account.
--
-- Counts the attempt: on a known device for the device alone, so that others do not lock it out; elsewhere for the
-- address from this network, the address and the network, in this order. `seconds` are those of the count that was
-- passed, if any.
--
-- May be null: device, network_key, account_id, address_id, hash.
-- Rows: one.
--
-- Owner's rights: there is no scope before a sign-in, and the server's role has no privilege on `passwords`,
-- `sign_in_addresses` and `known_devices`.
CREATE OR REPLACE FUNCTION sign_in_candidate(
  channel text, lookup text, device bytea, pair_key bytea, address_key bytea, network_key bytea)
RETURNS TABLE (
  account_id uuid, address_id uuid, hash text, is_known boolean, own_count int, own_seconds int, address_count int,
  address_seconds int, network_count int, network_seconds int)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  SELECT addresses.account_id, addresses.id INTO account_id, address_id
  FROM public.known_devices devices
  JOIN public.sign_in_addresses addresses ON addresses.account_id = devices.account_id
  WHERE devices.token_hash = device AND addresses.channel = sign_in_candidate.channel
    AND addresses.lookup = sign_in_candidate.lookup
  ORDER BY devices.last_used_at DESC, addresses.confirmed_at, addresses.id LIMIT 1;
  is_known := account_id IS NOT NULL;
  IF NOT is_known THEN
    SELECT addresses.account_id, addresses.id INTO account_id, address_id
    FROM public.sign_in_addresses addresses
    WHERE addresses.channel = sign_in_candidate.channel AND addresses.lookup = sign_in_candidate.lookup
      AND addresses.confirmed_at IS NOT NULL;
  END IF;
  SELECT passwords.hash INTO hash FROM public.passwords WHERE passwords.account_id = sign_in_candidate.account_id;
  SELECT counted.count, counted.seconds INTO own_count, own_seconds FROM public.count_attempt(
    CASE WHEN is_known THEN 'deviceSignInAttempts' ELSE 'passwordAttempts' END,
    CASE WHEN is_known THEN device ELSE pair_key END, 900) AS counted;
  SELECT counted.count, counted.seconds INTO address_count, address_seconds
  FROM public.count_keyed_attempt('addressSignInAttempts', CASE WHEN is_known THEN NULL ELSE address_key END, 3600) AS counted;
  SELECT counted.count, counted.seconds INTO network_count, network_seconds
  FROM public.count_keyed_attempt('networkSignInAttempts', CASE WHEN is_known THEN NULL ELSE network_key END, 3600) AS counted;
  PERFORM public.forget_attempts();
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION sign_in_candidate(text, text, bytea, bytea, bytea, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sign_in_candidate(text, text, bytea, bytea, bytea, bytea) TO hatched_app;
