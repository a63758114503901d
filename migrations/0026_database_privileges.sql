-- Nobody but the owner makes temporary tables, and names without a schema are those of public. Large objects are a superuser's
-- to revoke: see scripts/database.sql, which does all of it.
DO $$
BEGIN
  IF NOT pg_has_role((SELECT datdba FROM pg_database WHERE datname = current_database()), 'USAGE') THEN
    RAISE WARNING 'the database belongs to another role: run scripts/database.sql in it as a superuser';
    RETURN;
  END IF;
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_temp', current_database());
END $$;
