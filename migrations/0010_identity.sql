-- Signing in, and how people come into a family and leave it.

-- What an account is to be, as it said when it first signed in: it opens no family, it only says which way is open.
-- Null for accounts that operators made.
ALTER TABLE accounts ADD COLUMN chosen_role text CHECK (chosen_role IN ('PARENT', 'STUDENT'));
ALTER TABLE accounts ADD COLUMN version int NOT NULL DEFAULT 1;

-- How someone proves to be an account: by whose word, and by what name there. Few and narrow, as accounts are: on a
-- distributed PostgreSQL both are on every node.
CREATE TABLE identities (
  account_id uuid NOT NULL,
  id         uuid NOT NULL,
  provider   text NOT NULL CHECK (provider IN ('APPLE')),
  subject    text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX identities_by_subject ON identities (provider, subject);

-- What a session is continued with: one token after the other, of which the last is unused. The tokens themselves
-- are nowhere.
CREATE TABLE refresh_tokens (
  account_id uuid NOT NULL,
  id         uuid NOT NULL,
  session_id uuid NOT NULL,
  -- SHA-256 of the token. Not unique by a constraint: 256 random bits are.
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX refresh_tokens_by_hash ON refresh_tokens (token_hash);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (account_id, session_id);

-- How often an account tried a code in the hour that began at `since`: who guesses is stopped.
CREATE TABLE join_attempts (
  account_id uuid PRIMARY KEY,
  since      timestamptz NOT NULL DEFAULT now(),
  attempts   int NOT NULL DEFAULT 1
);

-- Ten characters of Crockford's base 32, which has no I, L, O and U: 50 random bits. Bytes 6 and 8 of a random UUID
-- are not all random.
CREATE FUNCTION random_family_code() RETURNS text LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(bytes, position) & 31), 1), '')
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) AS random, unnest(ARRAY[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) AS position
$$;

-- What a student asks to join with. Not a secret: parents read it, and a parent confirms who comes.
ALTER TABLE families ADD COLUMN code text NOT NULL DEFAULT random_family_code()
  CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$');
-- Whether a parent confirms each student who asks with the code.
ALTER TABLE families ADD COLUMN join_policy text NOT NULL DEFAULT 'CONFIRM'
  CHECK (join_policy IN ('CONFIRM', 'AUTOMATIC'));

-- Students who asked to join with the family's code.
CREATE TABLE join_requests (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  account_id uuid NOT NULL,
  name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  email      text CHECK (length(email) BETWEEN 3 AND 320),
  state      text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'CONFIRMED', 'DECLINED')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  PRIMARY KEY (family_id, id)
);
CREATE UNIQUE INDEX join_requests_pending ON join_requests (family_id, account_id) WHERE state = 'PENDING';

-- What someone may join with once: by the word of a parent, in a role, as a student whose profile is there already.
CREATE TABLE invitations (
  family_id    uuid NOT NULL,
  id           uuid NOT NULL,
  -- SHA-256 of the code, which is shown once.
  code_hash    bytea NOT NULL CHECK (length(code_hash) = 32),
  role         text NOT NULL CHECK (role IN ('PARENT', 'STUDENT')),
  student_id   uuid,
  student_role text NOT NULL GENERATED ALWAYS AS ('STUDENT') STORED,
  expires_at   timestamptz NOT NULL,
  used_at      timestamptz,
  revoked_at   timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  version      int NOT NULL DEFAULT 1,
  PRIMARY KEY (family_id, id),
  CHECK (student_id IS NULL OR role = 'STUDENT')
);
CREATE INDEX invitations_by_date ON invitations (family_id, created_at, id);

-- What is looked up before there is a family.
CREATE INDEX members_by_account ON members (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX families_by_code ON families (code);
CREATE INDEX invitations_by_code ON invitations (code_hash);

ALTER TABLE identities ADD CONSTRAINT identities_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE refresh_tokens ADD CONSTRAINT refresh_tokens_session
  FOREIGN KEY (account_id, session_id) REFERENCES sessions (account_id, id) ON DELETE CASCADE;
ALTER TABLE join_attempts ADD CONSTRAINT join_attempts_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE join_requests ADD CONSTRAINT join_requests_family
  FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE join_requests ADD CONSTRAINT join_requests_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT invitations_family
  FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE invitations ADD CONSTRAINT invitations_student
  FOREIGN KEY (family_id, student_id, student_role) REFERENCES members (family_id, id, role) ON DELETE CASCADE;

ALTER TABLE identities     ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE refresh_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE join_attempts  ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE join_requests  ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE invitations    ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE POLICY account_scope ON identities TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  WITH CHECK (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
CREATE POLICY account_scope ON refresh_tokens TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  WITH CHECK (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
CREATE POLICY account_scope ON join_attempts TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  WITH CHECK (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
CREATE POLICY family_scope ON join_requests TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON invitations TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);

-- `OPEN`, `USED`, `REVOKED` or `EXPIRED`.
CREATE FUNCTION invitation_state(used_at timestamptz, revoked_at timestamptz, expires_at timestamptz) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN used_at IS NOT NULL THEN 'USED' WHEN revoked_at IS NOT NULL THEN 'REVOKED'
    WHEN expires_at <= now() THEN 'EXPIRED' ELSE 'OPEN' END
$$;

-- The functions below run with the rights of the owner, whom no policy binds: each gives no more than what it is
-- for. They are called where there is no scope yet, or where only an account's is.

-- The account of someone whom an identity provider knows by this name.
CREATE FUNCTION account_of_identity(text, text) RETURNS TABLE (account_id uuid, is_disabled boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT accounts.id, accounts.disabled_at IS NOT NULL
  FROM public.identities JOIN public.accounts ON accounts.id = identities.account_id
  WHERE identities.provider = $1 AND identities.subject = $2
$$;

-- The session that a refresh token is of, and whether it may be continued with it.
CREATE FUNCTION session_of_refresh_token(bytea)
RETURNS TABLE (account_id uuid, session_id uuid, token_id uuid, was_used boolean, is_open boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT tokens.account_id, tokens.session_id, tokens.id, tokens.used_at IS NOT NULL,
    sessions.ended_at IS NULL AND sessions.expires_at > now() AND tokens.expires_at > now()
      AND accounts.disabled_at IS NULL
  FROM public.refresh_tokens tokens
  JOIN public.sessions ON sessions.account_id = tokens.account_id AND sessions.id = tokens.session_id
  JOIN public.accounts ON accounts.id = tokens.account_id
  WHERE tokens.token_hash = $1
$$;

-- The place in a family of the account in scope.
CREATE FUNCTION own_membership() RETURNS TABLE (family_id uuid, member_id uuid, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT members.family_id, members.id, members.role FROM public.members
  WHERE members.account_id = nullif(current_setting('hatched.account_id', true), '')::uuid
  ORDER BY members.created_at, members.family_id LIMIT 1
$$;

-- Makes sure that an account has no family while it gets one: of two transactions that want it, one has to begin
-- again. Nothing when it has one, or cannot sign in.
CREATE FUNCTION claim_account(uuid) RETURNS SETOF uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE public.accounts SET updated_at = now(), version = version + 1
  WHERE id = $1 AND disabled_at IS NULL AND NOT EXISTS (SELECT FROM public.members WHERE members.account_id = $1)
  RETURNING id
$$;

-- Counts an attempt to join of the account in scope: how many there were this hour, and how many seconds are left of it.
CREATE FUNCTION count_join_attempt() RETURNS TABLE (attempts int, seconds int)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.join_attempts AS known (account_id)
  VALUES (nullif(current_setting('hatched.account_id', true), '')::uuid)
  ON CONFLICT (account_id) DO UPDATE SET
    attempts = CASE WHEN known.since > now() - interval '1 hour' THEN known.attempts + 1 ELSE 1 END,
    since = CASE WHEN known.since > now() - interval '1 hour' THEN known.since ELSE now() END
  RETURNING known.attempts, ceil(extract(epoch FROM known.since + interval '1 hour' - now()))::int
$$;

-- The family with this code.
CREATE FUNCTION family_of_code(text) RETURNS TABLE (family_id uuid, join_policy text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT families.family_id, families.join_policy FROM public.families WHERE families.code = $1
$$;

-- The invitation with the code of this SHA-256, and whether it still opens the family.
CREATE FUNCTION invitation_of_code(bytea)
RETURNS TABLE (family_id uuid, id uuid, role text, student_id uuid, state text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT invitations.family_id, invitations.id, invitations.role, invitations.student_id,
    public.invitation_state(invitations.used_at, invitations.revoked_at, invitations.expires_at)
  FROM public.invitations WHERE invitations.code_hash = $1
$$;

-- Uses up the invitation with the code of this SHA-256, if it is open: whoever has the code may.
CREATE FUNCTION use_invitation(bytea) RETURNS SETOF uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE public.invitations SET used_at = now(), updated_at = now(), version = version + 1
  WHERE code_hash = $1 AND public.invitation_state(used_at, revoked_at, expires_at) = 'OPEN'
  RETURNING id
$$;

REVOKE ALL ON FUNCTION
  account_of_identity(text, text), session_of_refresh_token(bytea), own_membership(), claim_account(uuid),
  count_join_attempt(), family_of_code(text), invitation_of_code(bytea), use_invitation(bytea)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  account_of_identity(text, text), session_of_refresh_token(bytea), own_membership(), claim_account(uuid),
  count_join_attempt(), family_of_code(text), invitation_of_code(bytea), use_invitation(bytea)
TO hatched_app;

-- No statement of the gateway may move a row to another account or family, or read a hash.
GRANT INSERT (id, name, email, chosen_role) ON accounts TO hatched_app;
GRANT UPDATE (name, email, chosen_role, updated_at, version) ON accounts TO hatched_app;
GRANT INSERT (account_id, id, provider, subject) ON identities TO hatched_app;
GRANT INSERT (account_id, id, expires_at) ON sessions TO hatched_app;
GRANT UPDATE (expires_at) ON sessions TO hatched_app;
GRANT SELECT (account_id, id, session_id, created_at, expires_at, used_at), DELETE,
  INSERT (account_id, id, session_id, token_hash, expires_at), UPDATE (used_at)
  ON refresh_tokens TO hatched_app;
GRANT INSERT (family_id, name, time_zone), UPDATE (name, time_zone, code, join_policy, updated_at, version)
  ON families TO hatched_app;
GRANT INSERT (family_id, id, account_id, role, name, email), DELETE,
  UPDATE (account_id, name, email, updated_at, version)
  ON members TO hatched_app;
GRANT SELECT, INSERT (family_id, id, account_id, name, email), UPDATE (state, updated_at, version)
  ON join_requests TO hatched_app;
GRANT SELECT (family_id, id, role, student_id, expires_at, used_at, revoked_at, created_at, updated_at, version),
  INSERT (family_id, id, code_hash, role, student_id, expires_at),
  UPDATE (revoked_at, updated_at, version)
  ON invitations TO hatched_app;
