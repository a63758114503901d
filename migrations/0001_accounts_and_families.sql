-- Accounts and their sessions, families and their members; the roles and the scope that guard them.
--
-- A family-scoped table has the primary key (family_id, id), and every foreign key between such tables
-- carries family_id: a reference into another family cannot be written. Foreign keys are statements of
-- their own after the tables, so that a distributed PostgreSQL can place the tables first.

-- The roles belong to the whole cluster: scripts/roles.sql makes them, once, as a superuser.
DO $$
DECLARE missing text;
BEGIN
  SELECT string_agg(name, ', ') INTO missing
  FROM unnest(ARRAY['hatched_app', 'hatched_worker']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name);
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'missing roles: %', missing
      USING HINT = 'Run scripts/roles.sql with psql as a superuser first.';
  END IF;
END $$;

-- A person who can sign in. Not family-scoped, and kept narrow.
CREATE TABLE accounts (
  id          uuid PRIMARY KEY,
  name        text CHECK (length(name) BETWEEN 1 AND 200),
  email       text CHECK (length(email) BETWEEN 3 AND 320),
  disabled_at timestamptz,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now()
);

-- What a session token names: a token is good for as long as its session is.
CREATE TABLE sessions (
  account_id uuid NOT NULL,
  id         uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at   timestamptz,
  PRIMARY KEY (account_id, id)
);

CREATE TABLE families (
  family_id  uuid PRIMARY KEY,
  name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- An IANA name: what "today" and "overdue" mean to this family.
  -- A name that PostgreSQL does not know is an error of the check itself.
  time_zone  text NOT NULL DEFAULT 'UTC'
             CHECK (timezone(time_zone, timestamp '2000-01-01') IS NOT NULL),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- A parent or a student. A student may have no account: a parent makes the profile.
CREATE TABLE members (
  family_id  uuid NOT NULL,
  id         uuid NOT NULL,
  account_id uuid,
  role       text NOT NULL CHECK (role IN ('PARENT', 'STUDENT')),
  name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  email      text CHECK (length(email) BETWEEN 3 AND 320),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (family_id, id),
  UNIQUE (family_id, account_id),
  -- For references to members of one role.
  UNIQUE (family_id, id, role),
  CHECK (role = 'STUDENT' OR account_id IS NOT NULL)
);
CREATE INDEX members_by_name ON members (family_id, role, name, id);

ALTER TABLE sessions ADD CONSTRAINT sessions_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE members ADD CONSTRAINT members_family
  FOREIGN KEY (family_id) REFERENCES families (family_id);
ALTER TABLE members ADD CONSTRAINT members_account
  FOREIGN KEY (account_id) REFERENCES accounts (id);

-- The third lock: rows outside the transaction's scope do not exist. No scope, no rows.
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE families ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE members  ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE POLICY account_scope ON accounts TO hatched_app
  USING (id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  WITH CHECK (id = nullif(current_setting('hatched.account_id', true), '')::uuid);
CREATE POLICY account_scope ON sessions TO hatched_app
  USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid)
  WITH CHECK (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);
CREATE POLICY family_scope ON families TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
CREATE POLICY family_scope ON members TO hatched_app, hatched_worker
  USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
  WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
-- Background jobs may learn which families there are, and then work in one family's scope at a time.
CREATE POLICY every_family_id ON families FOR SELECT TO hatched_worker USING (true);

GRANT SELECT ON accounts, sessions, families, members TO hatched_app;
GRANT SELECT ON members TO hatched_worker;
GRANT SELECT (family_id) ON families TO hatched_worker;
