-- The three roles of HatchEd Gateway. Run once for each PostgreSQL cluster, as a superuser:
--
--     psql -f scripts/roles.sql postgres
--     createdb --owner hatched_owner hatched
--     psql -f scripts/database.sql hatched
--
-- Set passwords of your own (ALTER ROLE … PASSWORD …) where connections are not otherwise trusted.
DO $$
BEGIN
  -- Migrates, seeds, backs up. BYPASSRLS, since a forced policy would turn its backfills into nothing.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hatched_owner') THEN
    CREATE ROLE hatched_owner LOGIN BYPASSRLS;
  END IF;
  -- What the server uses. Owns nothing, bypasses nothing.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hatched_app') THEN
    CREATE ROLE hatched_app LOGIN;
  END IF;
  -- Background jobs: may read family ids, then works in one family's scope at a time.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hatched_worker') THEN
    CREATE ROLE hatched_worker LOGIN;
  END IF;
END $$;
