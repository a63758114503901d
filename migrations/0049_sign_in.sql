-- Sign-in by an address and a password: see docs/client-guide.md and docs/threat-model.md.
--
-- The tables below have no privileges: only the functions reach them. A function that says "own" works for the account in scope
-- (hatched.account_id). The caller has locked that account's row first, where it changes something: see LockOrder.

-- When the owner of a session last proved to be the account. Null of sessions that began before this column.
ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz;
ALTER TABLE sessions ALTER COLUMN authenticated_at SET DEFAULT now();

ALTER TABLE identities ADD COLUMN last_used_at timestamptz;

-- An e-mail address or a telephone number that an account signs in with. Until it is confirmed it reserves nothing: others may have
-- the same one.
CREATE TABLE sign_in_addresses (
  account_id   uuid NOT NULL,
  id           uuid NOT NULL,
  channel      text NOT NULL,
  -- As its owner wrote it: messages go there.
  address      text NOT NULL,
  -- As it is compared: letters of ASCII in lower case.
  lookup       text NOT NULL,
  -- The language of messages, as in `de`.
  language     text NOT NULL DEFAULT 'en',
  confirmed_at timestamptz,
  last_used_at timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sign_in_addresses_key PRIMARY KEY (account_id, id),
  CONSTRAINT sign_in_addresses_channel CHECK (channel IN ('EMAIL', 'TELEPHONE')),
  CONSTRAINT sign_in_addresses_address CHECK (length(address) BETWEEN 3 AND 320),
  CONSTRAINT sign_in_addresses_lookup CHECK (length(lookup) BETWEEN 3 AND 320),
  CONSTRAINT sign_in_addresses_language CHECK (language ~ '^[a-z]{2,3}$')
);
-- At most one account has confirmed an address. As with identities, the index is of all accounts: it does not follow the placement.
CREATE UNIQUE INDEX sign_in_addresses_confirmed ON sign_in_addresses (channel, lookup) WHERE confirmed_at IS NOT NULL;
-- An account has at most four: one that is confirmed and one that is to replace it, of each channel.
CREATE UNIQUE INDEX sign_in_addresses_own ON sign_in_addresses (account_id, channel, (confirmed_at IS NULL));

CREATE TABLE passwords (
  account_id uuid NOT NULL,
  -- The parameters, the key of the server's secret, the salt and the hash: see Sources/Passwords.
  hash       text NOT NULL,
  -- Whether it is long enough to be the only way to sign in.
  is_long    boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT passwords_key PRIMARY KEY (account_id),
  CONSTRAINT passwords_hash CHECK (length(hash) BETWEEN 20 AND 300)
);

-- Devices on which an account has signed in with a password: by the SHA-256 of a random token that the device keeps.
CREATE TABLE known_devices (
  account_id   uuid NOT NULL,
  id           uuid NOT NULL,
  token_hash   bytea NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT known_devices_key PRIMARY KEY (account_id, id),
  CONSTRAINT known_devices_hash CHECK (length(token_hash) = 32)
);
CREATE INDEX known_devices_by_hash ON known_devices (token_hash);

-- Codes and links that prove an address. They follow from `id` and the servers' secrets: nothing here lets anybody in. One that was
-- asked for an address of nobody has no account, so that asking costs the same.
CREATE TABLE address_codes (
  id         uuid NOT NULL,
  purpose    text NOT NULL,
  channel    text NOT NULL,
  lookup     text NOT NULL,
  -- The account; it has no scope.
  owner_id   uuid,
  address_id uuid,
  -- How often a wrong short code was given while this one was open.
  attempts   int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT address_codes_key PRIMARY KEY (id),
  CONSTRAINT address_codes_purpose CHECK (purpose IN ('CONFIRM', 'RESET')),
  CONSTRAINT address_codes_channel CHECK (channel IN ('EMAIL', 'TELEPHONE')),
  CONSTRAINT address_codes_lookup CHECK (length(lookup) BETWEEN 3 AND 320)
);
CREATE INDEX address_codes_by_lookup ON address_codes (lookup, channel, purpose, created_at);
CREATE INDEX address_codes_by_owner ON address_codes (owner_id, purpose);
CREATE INDEX address_codes_by_end ON address_codes (expires_at);

-- What happened to the ways in which an account signs in: the audit trail of an account. The latest 200.
CREATE TABLE account_events (
  account_id uuid NOT NULL,
  id         uuid NOT NULL,
  kind       text NOT NULL,
  -- The address, or the identity provider.
  subject    text COLLATE "und-x-icu",
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_events_key PRIMARY KEY (account_id, id),
  CONSTRAINT account_events_kind CHECK (kind IN (
    'PASSWORD_ADDED', 'PASSWORD_CHANGED', 'PASSWORD_REMOVED', 'ADDRESS_ADDED', 'ADDRESS_CONFIRMED', 'ADDRESS_REMOVED',
    'IDENTITY_LINKED', 'IDENTITY_UNLINKED')),
  CONSTRAINT account_events_subject CHECK (length(subject) BETWEEN 1 AND 320)
);
CREATE INDEX account_events_by_date ON account_events (account_id, created_at DESC);

ALTER TABLE sign_in_addresses ADD CONSTRAINT sign_in_addresses_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE passwords ADD CONSTRAINT passwords_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE known_devices ADD CONSTRAINT known_devices_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE address_codes ADD CONSTRAINT address_codes_owner
  FOREIGN KEY (owner_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE account_events ADD CONSTRAINT account_events_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;

ALTER TABLE sign_in_addresses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE passwords         ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE known_devices     ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE address_codes     ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE account_events    ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_scope ON sign_in_addresses TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  WITH CHECK (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
CREATE POLICY account_scope ON passwords TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  WITH CHECK (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
CREATE POLICY account_scope ON known_devices TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  WITH CHECK (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
CREATE POLICY account_scope ON account_events TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  WITH CHECK (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);

-- Versions: `Viewer.signInWays` reads identities and addresses.

CREATE FUNCTION bump_account_rows() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.account_versions AS known
  SET version = known.version + 1, stamp = gen_random_uuid(), changed_in = pg_current_xact_id()
  WHERE known.account_id IN (SELECT changed.account_id FROM changed) AND known.changed_in <> pg_current_xact_id();
  RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION track_versions(tracked regclass, bump text DEFAULT 'bump_family') RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER bump_added AFTER INSERT ON %s REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_changed AFTER UPDATE ON %s REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_removed AFTER DELETE ON %s REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', tracked, bump);
  EXECUTE format('CREATE TRIGGER bump_moved AFTER UPDATE OF %I ON %s FOR EACH ROW WHEN (OLD.%1$I <> NEW.%1$I)
    EXECUTE FUNCTION public.bump_all()',
    CASE bump WHEN 'bump_account' THEN 'id' WHEN 'bump_account_rows' THEN 'account_id' ELSE 'family_id' END, tracked);
  EXECUTE format('CREATE TRIGGER bump_emptied AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION public.bump_all()', tracked);
END
$$;
SELECT track_versions('identities', 'bump_account_rows'), track_versions('sign_in_addresses', 'bump_account_rows');

-- The trail.

CREATE FUNCTION note_account_event() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));
  account uuid := known ->> 'account_id';
  event text;
BEGIN
  event := CASE TG_TABLE_NAME
    WHEN 'passwords' THEN CASE TG_OP WHEN 'INSERT' THEN 'PASSWORD_ADDED' WHEN 'DELETE' THEN 'PASSWORD_REMOVED'
      -- A hash that is made anew with other parameters is of the same password.
      ELSE CASE WHEN to_jsonb(OLD) ->> 'changed_at' IS DISTINCT FROM known ->> 'changed_at' THEN 'PASSWORD_CHANGED' END END
    WHEN 'identities' THEN CASE TG_OP WHEN 'INSERT' THEN 'IDENTITY_LINKED' WHEN 'DELETE' THEN 'IDENTITY_UNLINKED' END
    ELSE CASE TG_OP WHEN 'INSERT' THEN 'ADDRESS_ADDED' WHEN 'DELETE' THEN 'ADDRESS_REMOVED'
      ELSE CASE WHEN to_jsonb(OLD) ->> 'confirmed_at' IS NULL AND known ->> 'confirmed_at' IS NOT NULL
        THEN 'ADDRESS_CONFIRMED' END END
    END;
  -- Of an account that goes nothing stays.
  IF event IS NULL OR NOT EXISTS (SELECT 1 FROM public.accounts WHERE accounts.id = account) THEN
    RETURN NULL;
  END IF;
  INSERT INTO public.account_events (account_id, id, kind, subject, created_at)
  VALUES (account, gen_random_uuid(), event, coalesce(known ->> 'address', known ->> 'provider'), clock_timestamp());
  DELETE FROM public.account_events events WHERE events.account_id = account AND events.id IN (
    SELECT older.id FROM public.account_events older WHERE older.account_id = account
    ORDER BY older.created_at DESC, older.id OFFSET 200);
  RETURN NULL;
END
$$;
CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON passwords FOR EACH ROW EXECUTE FUNCTION note_account_event();
CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON identities FOR EACH ROW EXECUTE FUNCTION note_account_event();
CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON sign_in_addresses
  FOR EACH ROW EXECUTE FUNCTION note_account_event();

-- An account keeps its latest 20 devices.
CREATE FUNCTION keep_latest_devices() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.known_devices devices WHERE devices.account_id = NEW.account_id AND devices.id IN (
    SELECT other.id FROM public.known_devices other WHERE other.account_id = NEW.account_id AND other.id <> NEW.id
    ORDER BY other.last_used_at DESC, other.id OFFSET 19 FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_latest AFTER INSERT ON known_devices FOR EACH ROW EXECUTE FUNCTION keep_latest_devices();

-- Attempts.

-- Counts one more attempt of a kind, if there is a key: how many there were, and how many seconds are left.
CREATE FUNCTION count_keyed_attempt(kind text, key bytea, period int) RETURNS TABLE (count int, seconds int)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF key IS NULL THEN
    RETURN QUERY SELECT 0, 0;
  ELSE
    RETURN QUERY SELECT counted.count, counted.seconds FROM public.count_attempt(kind, key, period) AS counted;
  END IF;
END
$$;

-- The account that somebody who signs in may be, with the hash of its password, always in one row: that of the device, if the device
-- is known to an account with the address; else the one that has confirmed the address; else nobody. So an address that nobody has
-- confirmed signs in only where its account has signed in before, and nobody learns by registering whether there is another account.
--
-- Counts the attempt: on a known device for the device alone, so that others do not lock it out; elsewhere for the address from this
-- network, the address and the network, in this order. `seconds` are those of the count that was passed, if any.
CREATE FUNCTION sign_in_candidate(
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

-- Gives back what `sign_in_candidate` counted.
CREATE FUNCTION give_back_sign_in(is_known boolean, device bytea, pair_key bytea, address_key bytea, network_key bytea)
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

-- Counts an attempt for an address and one for a network.
CREATE FUNCTION count_address_attempt(kind text, address_key bytea, network_key bytea, period int)
RETURNS TABLE (address_count int, address_seconds int, network_count int, network_seconds int)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT counted.count, counted.seconds INTO address_count, address_seconds
  FROM public.count_keyed_attempt(kind, address_key, period) AS counted;
  SELECT counted.count, counted.seconds INTO network_count, network_seconds
  FROM public.count_keyed_attempt('network' || upper(left(kind, 1)) || substr(kind, 2), network_key, period) AS counted;
  PERFORM public.forget_attempts();
  RETURN NEXT;
END
$$;

-- Codes and messages.

-- Makes a code for an address, and removes some that have expired. Returns its id.
CREATE FUNCTION make_address_code(
  purpose text, channel text, lookup text, account uuid, address_id uuid, lifetime interval) RETURNS uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  code uuid := gen_random_uuid();
BEGIN
  DELETE FROM public.address_codes WHERE address_codes.id IN (
    SELECT old.id FROM public.address_codes old WHERE old.expires_at < now()
    ORDER BY old.expires_at LIMIT 10 FOR UPDATE SKIP LOCKED);
  INSERT INTO public.address_codes (id, purpose, channel, lookup, owner_id, address_id, expires_at)
  VALUES (code, purpose, channel, lookup, account, address_id, now() + lifetime);
  RETURN code;
END
$$;

-- Writes to an address of the account in scope: the code that confirms it. Where another account has confirmed it, its owner is
-- told instead, and gets no code. The same statements run either way.
CREATE FUNCTION announce_own_address(address_id uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own public.sign_in_addresses;
  owner public.sign_in_addresses;
  code uuid;
BEGIN
  SELECT * INTO own FROM public.sign_in_addresses addresses
  WHERE addresses.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND addresses.id = address_id;
  SELECT * INTO owner FROM public.sign_in_addresses addresses
  WHERE addresses.channel = own.channel AND addresses.lookup = own.lookup AND addresses.confirmed_at IS NOT NULL;
  code := public.make_address_code('CONFIRM', own.channel, own.lookup, own.account_id, own.id, interval '1 day');
  IF owner.id IS NULL THEN
    PERFORM public.enqueue_message(
      gen_random_uuid(), own.channel, own.address, 'confirm-address', own.language, '{}', code, own.account_id, 86400);
  ELSE
    PERFORM public.enqueue_message(
      gen_random_uuid(), owner.channel, owner.address, 'address-known', owner.language, '{}', NULL, owner.account_id, 86400);
  END IF;
END
$$;

-- Tells the account in scope, at each address that it has confirmed. `way` is the way to sign in that was added or removed.
CREATE FUNCTION notify_own_addresses(kind text, way text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.enqueue_message(
    gen_random_uuid(), addresses.channel, addresses.address, kind, addresses.language,
    CASE WHEN way IS NULL THEN '{}' ELSE jsonb_build_object('way', way) END, NULL, addresses.account_id, 259200)
  FROM (
    SELECT * FROM public.sign_in_addresses known
    WHERE known.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND known.confirmed_at IS NOT NULL
    ORDER BY known.channel OFFSET 0
  ) AS addresses;
END
$$;

-- Changes of the account in scope. Its row is locked.

-- Adds an address, which takes the place of one of the same channel that is not confirmed, and writes to it. Does nothing where the
-- account has confirmed the address.
CREATE FUNCTION add_own_address(address_id uuid, channel text, address text, lookup text, language text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  DELETE FROM public.sign_in_addresses known
  WHERE known.account_id = account AND known.channel = channel AND known.confirmed_at IS NULL;
  IF EXISTS (
    SELECT 1 FROM public.sign_in_addresses known
    WHERE known.account_id = account AND known.channel = channel AND known.lookup = lookup
  ) THEN
    RETURN;
  END IF;
  INSERT INTO public.sign_in_addresses (account_id, id, channel, address, lookup, language)
  VALUES (account, address_id, channel, address, lookup, language);
  PERFORM public.announce_own_address(address_id);
END
$$;

-- Writes once more to the addresses that are not confirmed: how many.
CREATE FUNCTION announce_own_addresses() RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  waiting uuid[] := ARRAY(
    SELECT addresses.id FROM public.sign_in_addresses addresses
    WHERE addresses.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND addresses.confirmed_at IS NULL
    ORDER BY addresses.channel);
BEGIN
  PERFORM public.announce_own_address(id) FROM unnest(waiting) AS id;
  RETURN cardinality(waiting);
END
$$;

-- The codes that confirm an address of the account in scope.
CREATE FUNCTION own_confirmation_codes() RETURNS TABLE (id uuid, channel text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT codes.id, codes.channel FROM public.address_codes codes
    JOIN public.sign_in_addresses addresses ON addresses.account_id = codes.owner_id AND addresses.id = codes.address_id
    WHERE codes.owner_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND codes.purpose = 'CONFIRM'
      AND codes.expires_at > now() AND codes.attempts < 10 AND addresses.confirmed_at IS NULL
    ORDER BY codes.created_at DESC, codes.id LIMIT 10;
END
$$;

-- Counts a wrong short code for all codes that were open. After ten a code is good for nothing; its link is.
CREATE FUNCTION count_wrong_code(codes uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM public.address_codes known WHERE known.id = ANY (codes) ORDER BY known.id FOR NO KEY UPDATE;
  UPDATE public.address_codes known SET attempts = known.attempts + 1 WHERE known.id = ANY (codes) AND known.attempts < 10;
END
$$;

-- Confirms the address that a code of the account in scope is for. The one of the same channel that it replaces goes, and is told.
-- Returns false where the code is gone, or another account has confirmed the address.
CREATE FUNCTION confirm_own_address(code uuid) RETURNS boolean
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

-- The words that others may know of an account: its name and its addresses. No password follows from them.
CREATE FUNCTION known_words(account uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN concat_ws(' ',
    (SELECT known.name FROM public.accounts known WHERE known.id = account),
    (SELECT string_agg(known.address, ' ') FROM public.sign_in_addresses known WHERE known.account_id = account));
END
$$;

-- The hash of the account's password, null without one; whether it has another way to sign in; and what others know of it. Always
-- one row.
CREATE FUNCTION own_password() RETURNS TABLE (hash text, has_identity boolean, known text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  RETURN QUERY
    SELECT (SELECT passwords.hash FROM public.passwords WHERE passwords.account_id = account),
      EXISTS (SELECT 1 FROM public.identities WHERE identities.account_id = account), public.known_words(account);
END
$$;

-- Gives the account a password. Returns false for a short one of an account without another way to sign in.
CREATE FUNCTION set_own_password(hash text, is_long boolean) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  IF NOT is_long AND NOT EXISTS (SELECT 1 FROM public.identities WHERE identities.account_id = account) THEN
    RETURN false;
  END IF;
  INSERT INTO public.passwords AS known (account_id, hash, is_long) VALUES (account, hash, is_long)
  ON CONFLICT (account_id) DO UPDATE SET hash = EXCLUDED.hash, is_long = EXCLUDED.is_long, changed_at = EXCLUDED.changed_at;
  RETURN true;
END
$$;

-- Completes a sign-in by password under the account's lock: false if the password was changed since it was checked, the address is
-- not the account's any more, or the account is disabled.
CREATE FUNCTION complete_sign_in(address_id uuid, checked_hash text, new_hash text, device bytea) RETURNS boolean
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

-- Notes that a device with a token of this SHA-256 is the account's.
CREATE FUNCTION know_own_device(device bytea) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  UPDATE public.known_devices devices SET last_used_at = now()
  WHERE devices.account_id = account AND devices.token_hash = device;
  IF NOT FOUND THEN
    INSERT INTO public.known_devices (account_id, id, token_hash) VALUES (account, gen_random_uuid(), device);
  END IF;
END
$$;

-- Notes that an identity has signed in.
CREATE FUNCTION note_own_identity_use(provider text, subject text) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
  UPDATE public.identities known SET last_used_at = now()
  WHERE known.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
    AND known.provider = provider AND known.subject = subject;
END
$$;

-- The ways in which the account signs in.
CREATE FUNCTION own_sign_in_ways()
RETURNS TABLE (
  account_id uuid, id uuid, kind text, address text, is_confirmed boolean, created_at timestamptz, last_used_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  RETURN QUERY
    SELECT identities.account_id, identities.id, identities.provider, NULL::text, true, identities.created_at,
      identities.last_used_at
    FROM public.identities WHERE identities.account_id = account
    UNION ALL
    SELECT addresses.account_id, addresses.id, addresses.channel, addresses.address, addresses.confirmed_at IS NOT NULL,
      addresses.created_at, addresses.last_used_at
    FROM public.sign_in_addresses addresses WHERE addresses.account_id = account;
END
$$;

-- For the export of an account.
CREATE FUNCTION own_sign_in_addresses()
RETURNS TABLE (
  account_id uuid, id uuid, channel text, address text, language text, confirmed_at timestamptz, last_used_at timestamptz,
  created_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT addresses.account_id, addresses.id, addresses.channel, addresses.address, addresses.language, addresses.confirmed_at,
      addresses.last_used_at, addresses.created_at
    FROM public.sign_in_addresses addresses
    WHERE addresses.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;
CREATE FUNCTION own_passwords() RETURNS TABLE (account_id uuid, created_at timestamptz, changed_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT known.account_id, known.created_at, known.changed_at FROM public.passwords known
    WHERE known.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;
CREATE FUNCTION own_known_devices()
RETURNS TABLE (account_id uuid, id uuid, created_at timestamptz, last_used_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT devices.account_id, devices.id, devices.created_at, devices.last_used_at FROM public.known_devices devices
    WHERE devices.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;
CREATE FUNCTION own_account_events()
RETURNS TABLE (account_id uuid, id uuid, kind text, subject text, created_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT events.account_id, events.id, events.kind, events.subject, events.created_at FROM public.account_events events
    WHERE events.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;
CREATE FUNCTION own_address_codes()
RETURNS TABLE (account_id uuid, id uuid, purpose text, channel text, created_at timestamptz, expires_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT codes.owner_id, codes.id, codes.purpose, codes.channel, codes.created_at, codes.expires_at
    FROM public.address_codes codes
    WHERE codes.owner_id = nullif(current_setting('hatched.account_id', true), '')::uuid;
END
$$;

-- Removes a way to sign in, unless it is the last: 'REMOVED'; 'UNKNOWN'; 'LAST'; or 'SHORT', where a password that is too short to be
-- the only way would be that. A way that lasts is an identity, or a confirmed address with the password. The last address takes the
-- password along.
CREATE FUNCTION remove_own_way(way uuid) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  identities_left bigint;
  addresses_left bigint;
  is_confirmed boolean := false;
  is_identity boolean;
BEGIN
  is_identity := EXISTS (SELECT 1 FROM public.identities known WHERE known.account_id = account AND known.id = way);
  IF NOT is_identity THEN
    SELECT known.confirmed_at IS NOT NULL INTO is_confirmed FROM public.sign_in_addresses known
    WHERE known.account_id = account AND known.id = way;
    IF NOT FOUND THEN
      RETURN 'UNKNOWN';
    END IF;
  END IF;
  SELECT count(*) INTO identities_left FROM public.identities known WHERE known.account_id = account AND known.id <> way;
  SELECT count(*) INTO addresses_left FROM public.sign_in_addresses known
  WHERE known.account_id = account AND known.id <> way AND known.confirmed_at IS NOT NULL;
  IF identities_left + addresses_left = 0 THEN
    RETURN 'LAST';
  END IF;
  IF identities_left = 0 AND EXISTS (
    SELECT 1 FROM public.passwords known WHERE known.account_id = account AND NOT known.is_long
  ) THEN
    RETURN 'SHORT';
  END IF;
  -- Before the address that it tells goes.
  PERFORM public.notify_own_addresses(
    'way-removed', coalesce((SELECT known.provider FROM public.identities known WHERE known.account_id = account AND known.id = way),
      'PASSWORD'));
  DELETE FROM public.address_codes codes WHERE codes.owner_id = account AND codes.address_id = way;
  DELETE FROM public.identities known WHERE known.account_id = account AND known.id = way;
  DELETE FROM public.sign_in_addresses known WHERE known.account_id = account AND known.id = way;
  IF NOT EXISTS (SELECT 1 FROM public.sign_in_addresses known WHERE known.account_id = account) THEN
    DELETE FROM public.passwords known WHERE known.account_id = account;
    DELETE FROM public.known_devices known WHERE known.account_id = account;
  END IF;
  RETURN 'REMOVED';
END
$$;

-- Whether the owner of a session of the account in scope has proved to be it within ten minutes.
CREATE FUNCTION signed_in_recently(session uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.sessions
    WHERE sessions.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND sessions.id = session
      AND sessions.authenticated_at > now() - interval '10 minutes');
END
$$;
-- Notes that the owner has just proved to be the account. The session is locked.
CREATE FUNCTION renew_own_authentication(session uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.sessions SET authenticated_at = now()
  WHERE sessions.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid AND sessions.id = session;
END
$$;
-- Locks the sessions of the account in scope by id, for a change that ends all and began without one of them: before the account.
CREATE FUNCTION lock_sessions_in_order() RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM 1 FROM public.sessions
  WHERE sessions.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
  ORDER BY sessions.id FOR NO KEY UPDATE;
END
$$;

-- Whether the account in scope has a password, and nothing that proves who it is: it reaches no other family.
CREATE FUNCTION own_address_is_unconfirmed() RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
BEGIN
  RETURN EXISTS (SELECT 1 FROM public.passwords known WHERE known.account_id = account)
    AND NOT EXISTS (SELECT 1 FROM public.identities known WHERE known.account_id = account)
    AND NOT EXISTS (
      SELECT 1 FROM public.sign_in_addresses known WHERE known.account_id = account AND known.confirmed_at IS NOT NULL);
END
$$;

-- Passwords that are forgotten.

-- Writes to an address: a code for the account that has confirmed it, or that there is no account. The same statements run either
-- way. The message goes to the address as its owner wrote it.
CREATE FUNCTION request_password_reset(channel text, address text, lookup text, language text) RETURNS void
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

-- The codes that somebody may mean who resets a password: the one of a link, or the latest five of an address. Account is null of
-- one that was asked for an address of nobody.
CREATE FUNCTION reset_codes(link uuid, channel text, lookup text)
RETURNS TABLE (id uuid, account_id uuid, has_identity boolean, is_open boolean, known text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT codes.id, codes.owner_id,
      EXISTS (SELECT 1 FROM public.identities known WHERE known.account_id = codes.owner_id), codes.attempts < 10,
      public.known_words(codes.owner_id)
    FROM public.address_codes codes
    WHERE codes.purpose = 'RESET' AND codes.expires_at > now()
      AND (codes.id = link
        OR link IS NULL AND codes.lookup = reset_codes.lookup AND codes.channel = reset_codes.channel)
    ORDER BY codes.created_at DESC, codes.id LIMIT 5;
END
$$;

-- Uses a code up: gives the account in scope, whose code it is, another password, and forgets its devices. Returns false where the
-- code is used, has expired, or its address is not confirmed any more.
CREATE FUNCTION reset_own_password(code uuid, hash text, is_long boolean) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
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
  DELETE FROM public.address_codes codes WHERE codes.owner_id = account AND codes.purpose = 'RESET';
  DELETE FROM public.known_devices devices WHERE devices.account_id = account;
  PERFORM public.notify_own_addresses('password-changed', NULL);
  RETURN true;
END
$$;

-- The keys of the servers' secrets that hashes of passwords name: for `hatched doctor`.
CREATE FUNCTION password_keys() RETURNS TABLE (key text, passwords int)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT substring(known.hash FROM 'k=([A-Za-z0-9_-]+)'), count(*)::int FROM public.passwords known GROUP BY 1;
END
$$;

REVOKE ALL ON FUNCTION
  bump_account_rows(), note_account_event(), keep_latest_devices(), count_keyed_attempt(text, bytea, int),
  sign_in_candidate(text, text, bytea, bytea, bytea, bytea), give_back_sign_in(boolean, bytea, bytea, bytea, bytea),
  count_address_attempt(text, bytea, bytea, int), make_address_code(text, text, text, uuid, uuid, interval),
  announce_own_address(uuid), notify_own_addresses(text, text), add_own_address(uuid, text, text, text, text),
  announce_own_addresses(), own_confirmation_codes(), count_wrong_code(uuid[]), confirm_own_address(uuid), known_words(uuid),
  own_password(), set_own_password(text, boolean), complete_sign_in(uuid, text, text, bytea), know_own_device(bytea),
  note_own_identity_use(text, text), own_sign_in_ways(), own_sign_in_addresses(), own_passwords(), own_known_devices(),
  own_account_events(), own_address_codes(), remove_own_way(uuid), signed_in_recently(uuid), renew_own_authentication(uuid),
  lock_sessions_in_order(), own_address_is_unconfirmed(), request_password_reset(text, text, text, text),
  reset_codes(uuid, text, text), reset_own_password(uuid, text, boolean), password_keys()
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  sign_in_candidate(text, text, bytea, bytea, bytea, bytea), give_back_sign_in(boolean, bytea, bytea, bytea, bytea),
  count_address_attempt(text, bytea, bytea, int), notify_own_addresses(text, text),
  add_own_address(uuid, text, text, text, text), announce_own_addresses(), own_confirmation_codes(), count_wrong_code(uuid[]),
  confirm_own_address(uuid), own_password(), set_own_password(text, boolean), complete_sign_in(uuid, text, text, bytea),
  know_own_device(bytea), note_own_identity_use(text, text), own_sign_in_ways(), own_sign_in_addresses(), own_passwords(),
  own_known_devices(), own_account_events(), own_address_codes(), remove_own_way(uuid), signed_in_recently(uuid), renew_own_authentication(uuid),
  lock_sessions_in_order(), own_address_is_unconfirmed(), request_password_reset(text, text, text, text),
  reset_codes(uuid, text, text), reset_own_password(uuid, text, boolean)
TO hatched_app;
