-- Takes from everyone what no role of HatchEd Gateway needs in its database. Run it for each database, as a superuser, after the
-- database was created and before a dump is restored into it:
--
--     createdb --owner hatched_owner hatched
--     psql -f scripts/database.sql hatched
--
-- It may be run again at any time.

DO $$
BEGIN
  -- A temporary table would be found before a table of the schema that has the same name.
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_temp', current_database());
END $$;

-- Row-level security does not bind large objects. The owner keeps the right to make them: a dump carries these grants, and
-- the owner restores it.
REVOKE EXECUTE ON FUNCTION
  lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea), lo_import(text), lo_import(text, oid)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) TO hatched_owner;
