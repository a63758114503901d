-- What ends with a change of how an account signs in, and how many messages strangers may cause: see docs/limits.md and
-- docs/threat-model.md.

-- Messages.

-- An address as messages to it are counted: the variants that one mailbox may have are one. Mail is sent to the address as its owner
-- wrote it; two people with such addresses share a budget of strangers' messages, and nothing else.
CREATE FUNCTION counted_address(channel text, address text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text := lower(split_part(address, '@', 1));
  host text := lower(split_part(address, '@', 2));
  plain text := replace(split_part(name, '+', 1), '.', '');
BEGIN
  IF channel <> 'EMAIL' THEN
    RETURN address;
  END IF;
  RETURN CASE plain WHEN '' THEN name ELSE plain END || '@' || CASE host WHEN 'googlemail.com' THEN 'gmail.com' ELSE host END;
END
$$;

-- Puts a message into the outbox, for so many seconds at most. The same id again changes nothing. Swift cannot count: whose address a
-- message goes to is known here alone.
--
-- Messages of each sort have counts of their own. A notice of what an account's owner has done is never dropped: its sessions alone
-- cause it, and how often is limited by the account. A message with the code of a new password is counted by the address. What strangers
-- can cause is counted by kind, for the address and for all variants of it together; what is too much is dropped without a word, since
-- whoever asks for a message to somebody else's address must not learn that others do, too. A code of an earlier message stays good for
-- whoever reads the mailbox: see own_confirmation_codes.
CREATE OR REPLACE FUNCTION enqueue_message(
  message uuid, channel text, address text, kind text, locale text, arguments jsonb, code uuid, account uuid, expires_in int
) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  of_hour int := 0;
  of_variants int := 0;
  of_day int := 0;
BEGIN
  IF EXISTS (SELECT 1 FROM public.messages known WHERE known.id = message) THEN
    RETURN;
  END IF;
  IF kind NOT IN ('password-changed', 'address-changed', 'way-added', 'way-removed', 'family-deleted', 'member-removed') THEN
    SELECT counted.count INTO of_hour FROM public.count_attempt(
      'message', sha256(convert_to(concat_ws(' ', channel, kind, lower(address)), 'UTF8')), 3600) counted;
    IF kind <> 'reset-password' THEN
      SELECT counted.count INTO of_variants FROM public.count_attempt(
        'message', sha256(convert_to(concat_ws(' ', channel, kind, 'of variants', public.counted_address(channel, address)), 'UTF8')),
        3600) counted;
    END IF;
    SELECT counted.count INTO of_day FROM public.count_attempt(
      'message',
      sha256(convert_to(concat_ws(' ', channel, kind, 'of a day', public.counted_address(channel, address)), 'UTF8')),
      86400) counted;
    IF of_hour > 10 OR of_variants > 15 OR of_day > 40 THEN
      RETURN;
    END IF;
  END IF;
  INSERT INTO public.messages AS added (
    id, channel, address, kind, locale, arguments, code_id, recipient_id, expires_at)
  VALUES (message, channel, address, kind, locale, coalesce(arguments, '{}'), code, account,
    now() + make_interval(secs => greatest(60, least(expires_in, 604800))))
  ON CONFLICT (id) DO NOTHING;
EXCEPTION WHEN foreign_key_violation THEN
  -- The account has just been deleted: there is nobody to tell.
  RETURN;
END
$$;

-- Attempts that are given back once what they were for has succeeded.

-- The network that an address or a code came from, as a keyed hash: its count gets the attempt back when the address is confirmed or the
-- password reset, and nothing is left of it then.
ALTER TABLE sign_in_addresses ADD COLUMN counted_as text, ADD COLUMN counted_key bytea;
ALTER TABLE sign_in_addresses ADD CONSTRAINT sign_in_addresses_counted CHECK (
  (counted_as IS NULL) = (counted_key IS NULL) AND length(counted_key) = 32 AND length(counted_as) <= 50);
ALTER TABLE address_codes ADD COLUMN counted_key bytea;
ALTER TABLE address_codes ADD CONSTRAINT address_codes_counted CHECK (length(counted_key) = 32);

-- Notes what the address of the account in scope that is not confirmed was counted by.
CREATE FUNCTION note_own_count(channel text, kind text, key bytea) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  UPDATE public.sign_in_addresses known SET counted_as = CASE WHEN key IS NULL THEN NULL ELSE kind END, counted_key = key
  WHERE known.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND known.channel = channel
    AND known.confirmed_at IS NULL;
END
$$;

-- Proofs.

-- Writes to an address of the account in scope: the code that confirms it. Where another account has confirmed it, its owner is
-- told instead, and gets no code. The same statements run either way. A code whose message is one too many is none: nobody has it.
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

-- Ends what could undo a change of how the account in scope signs in: links and codes that reset its password, addresses that wait to
-- take the place of one that it has, with their codes, and devices that it knows. Where the account has nothing else to sign in with, the
-- address that it waits to confirm and its devices stay. Sessions are ended by Swift.
CREATE FUNCTION end_own_proofs() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  DELETE FROM public.address_codes codes WHERE codes.owner_id = account AND codes.purpose = 'RESET';
  IF NOT EXISTS (SELECT 1 FROM public.identities known WHERE known.account_id = account)
    AND NOT EXISTS (
      SELECT 1 FROM public.sign_in_addresses known WHERE known.account_id = account AND known.confirmed_at IS NOT NULL)
  THEN
    RETURN;
  END IF;
  DELETE FROM public.address_codes codes WHERE codes.owner_id = account;
  DELETE FROM public.sign_in_addresses known WHERE known.account_id = account AND known.confirmed_at IS NULL;
  DELETE FROM public.known_devices known WHERE known.account_id = account;
END
$$;

-- The codes that confirm an address of the account in scope: those of its own, and those that were sent to the same address for others
-- who registered it. Who reads the mailbox has shown it by either, and a stranger's registrations keep nobody from confirming. Each
-- account has ten wrong tries at a code; all other accounts together have fifty at one that is not theirs.
CREATE OR REPLACE FUNCTION own_confirmation_codes() RETURNS TABLE (id uuid, channel text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  RETURN QUERY
    SELECT codes.id, codes.channel FROM public.sign_in_addresses addresses
    CROSS JOIN LATERAL (
      SELECT sent.id, sent.channel, sent.created_at, sent.owner_id, sent.attempts FROM public.address_codes sent
      WHERE sent.lookup = addresses.lookup AND sent.channel = addresses.channel AND sent.purpose = 'CONFIRM'
        AND sent.expires_at > now()
      ORDER BY sent.owner_id = account DESC, sent.created_at DESC, sent.id LIMIT 15) AS codes
    WHERE addresses.account_id = account AND addresses.confirmed_at IS NULL
      AND (codes.owner_id = account OR codes.attempts < 50)
      AND NOT EXISTS (
        SELECT 1 FROM public.attempts tried
        WHERE tried.kind = 'wrongCodes' AND tried.key = public.code_try_key(codes.id, account::text) AND tried.count >= 10
          AND tried.ends_at > now())
    ORDER BY codes.created_at DESC, codes.id;
END
$$;
CREATE FUNCTION code_try_key(code uuid, who text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN sha256(convert_to(code::text || ' ' || who, 'UTF8'));
END
$$;
-- Counts a wrong short code of the account in scope for all codes that it may have meant.
CREATE FUNCTION count_own_wrong_code(codes uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  PERFORM 1 FROM public.address_codes known WHERE known.id = ANY (codes) ORDER BY known.id FOR NO KEY UPDATE;
  UPDATE public.address_codes known SET attempts = known.attempts + 1
  WHERE known.id = ANY (codes) AND known.attempts < 50 AND known.owner_id IS DISTINCT FROM account;
  PERFORM public.count_attempt('wrongCodes', public.code_try_key(tried.id, account::text), 86400)
  FROM (SELECT unnest(codes) AS id ORDER BY 1) AS tried;
END
$$;

-- Confirms the address of the account in scope that a code was sent to. The one of the same channel that it replaces goes, and is told.
-- Returns 'REFUSED' where the code is gone, or another account has confirmed the address; 'REPLACED' where another address of the account
-- has gone; else 'CONFIRMED'.
CREATE FUNCTION confirm_address_with(code uuid) RETURNS text
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

-- Passwords that are forgotten.

-- Whether a device is known to an account that has confirmed an address, or waits to.
CREATE FUNCTION device_knows_address(channel text, lookup text, device bytea) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.known_devices devices
    JOIN public.sign_in_addresses addresses ON addresses.account_id = devices.account_id
    WHERE devices.token_hash = device AND addresses.channel = channel AND addresses.lookup = lookup);
END
$$;
-- Notes the network that the latest code of an address was asked from.
CREATE FUNCTION note_reset_count(channel text, lookup text, key bytea) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  UPDATE public.address_codes codes SET counted_key = key
  WHERE codes.id = (
    SELECT latest.id FROM public.address_codes latest
    WHERE latest.lookup = lookup AND latest.channel = channel AND latest.purpose = 'RESET'
    ORDER BY latest.created_at DESC, latest.id LIMIT 1);
END
$$;

-- The codes that somebody may mean who resets a password with a short code: the latest five of an address. Counts the try for each, by
-- the known device or else the network that it comes from: before it is compared, so that tries at the same time all count. A code is
-- open for ten tries of one device or network, and for fifty of all; its link is good whatever was tried. Account is null of a code that
-- was asked for an address of nobody.
CREATE FUNCTION try_reset_codes(channel text, lookup text, who bytea)
RETURNS TABLE (id uuid, account_id uuid, has_identity boolean, is_open boolean, known text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  candidates uuid[] := ARRAY(
    SELECT codes.id FROM public.address_codes codes
    WHERE codes.purpose = 'RESET' AND codes.expires_at > now() AND codes.lookup = try_reset_codes.lookup
      AND codes.channel = try_reset_codes.channel
    ORDER BY codes.created_at DESC, codes.id LIMIT 5);
BEGIN
  PERFORM 1 FROM public.address_codes codes WHERE codes.id = ANY (candidates) ORDER BY codes.id FOR NO KEY UPDATE;
  UPDATE public.address_codes codes SET attempts = codes.attempts + 1 WHERE codes.id = ANY (candidates) AND codes.attempts <= 50;
  RETURN QUERY
    SELECT tried.id, tried.owner_id,
      EXISTS (SELECT 1 FROM public.identities other WHERE other.account_id = tried.owner_id),
      tried.attempts <= 50 AND tried.tries <= 10, public.known_words(tried.owner_id)
    FROM (
      SELECT codes.id, codes.owner_id, codes.attempts, codes.created_at, counted.count AS tries
      FROM (SELECT * FROM public.address_codes known WHERE known.id = ANY (candidates) ORDER BY known.id) AS codes
      CROSS JOIN LATERAL public.count_attempt(
        'wrongCodes', public.code_try_key(codes.id, coalesce(encode(who, 'hex'), '')), 3600) AS counted
    ) AS tried
    ORDER BY tried.created_at DESC, tried.id;
END
$$;

-- Uses a code up: gives the account in scope, whose code it is, another password, and ends its proofs. Returns false where the code is
-- used, has expired, or its address is not confirmed any more.
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

REVOKE ALL ON FUNCTION
  counted_address(text, text), note_own_count(text, text, bytea), end_own_proofs(), code_try_key(uuid, text),
  count_own_wrong_code(uuid[]), confirm_address_with(uuid), device_knows_address(text, text, bytea), note_reset_count(text, text, bytea),
  try_reset_codes(text, text, bytea)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  note_own_count(text, text, bytea), end_own_proofs(), count_own_wrong_code(uuid[]), confirm_address_with(uuid),
  device_knows_address(text, text, bytea), note_reset_count(text, text, bytea), try_reset_codes(text, text, bytea)
TO hatched_app;
