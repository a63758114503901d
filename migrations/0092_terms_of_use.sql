-- The terms of use, the privacy statement and the licences that the operator publishes, in versions; and who has accepted which.

-- Functions alone reach them: known_terms() shows them to anyone.
CREATE TABLE published_terms (
  id           uuid NOT NULL,
  kind         text NOT NULL,
  version      text COLLATE "und-x-icu" NOT NULL,
  language     text COLLATE "C" NOT NULL,
  text         text COLLATE "und-x-icu" NOT NULL,
  effective_at timestamptz NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT published_terms_key PRIMARY KEY (id),
  -- A version is published once in a language.
  CONSTRAINT published_terms_once UNIQUE (kind, version, language),
  CONSTRAINT published_terms_kind CHECK (kind IN ('TERMS', 'PRIVACY', 'LICENCES')),
  CONSTRAINT published_terms_version CHECK (length(version) BETWEEN 1 AND 50),
  CONSTRAINT published_terms_language CHECK (
    length(language) <= 35 AND language ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
  CONSTRAINT published_terms_text CHECK (length(text) BETWEEN 1 AND 500000)
);
ALTER TABLE published_terms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- They change what every account has to accept.
CREATE TRIGGER bump_added AFTER INSERT ON published_terms FOR EACH STATEMENT EXECUTE FUNCTION bump_all();
CREATE TRIGGER bump_changed AFTER UPDATE ON published_terms FOR EACH STATEMENT EXECUTE FUNCTION bump_all();
CREATE TRIGGER bump_removed AFTER DELETE ON published_terms FOR EACH STATEMENT EXECUTE FUNCTION bump_all();
CREATE TRIGGER bump_emptied AFTER TRUNCATE ON published_terms FOR EACH STATEMENT EXECUTE FUNCTION bump_all();

-- The acceptance of one of them by an account: `id` is that of the terms. It counts for the same version in all languages.
CREATE TABLE accepted_terms (
  account_id  uuid NOT NULL,
  id          uuid NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT accepted_terms_key PRIMARY KEY (account_id, id)
);
CREATE INDEX accepted_terms_by_terms ON accepted_terms (id);
ALTER TABLE accepted_terms ADD CONSTRAINT accepted_terms_account
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
ALTER TABLE accepted_terms ADD CONSTRAINT accepted_terms_terms
  FOREIGN KEY (id) REFERENCES published_terms (id) ON DELETE CASCADE;
SELECT guard_table('accepted_terms', 'ACCOUNT', privileges => 'SELECT, INSERT');
