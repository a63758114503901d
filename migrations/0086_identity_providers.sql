-- Identities of OpenID Connect providers: `provider` is the issuer then.
ALTER TABLE identities DROP CONSTRAINT identities_provider_check;
ALTER TABLE identities ADD CONSTRAINT identities_provider_check
  CHECK (provider = 'APPLE' OR provider ~ '^https?://' AND length(provider) <= 255);
