import SQL

extension CatalogRule {
  static let roles = [
    CatalogRule(
      testDescription: "a bound role owns nothing",
      offenders: """
        SELECT DISTINCT rolname::text FROM pg_shdepend JOIN \(boundRoles) AS bound ON bound.oid = refobjid
        WHERE refclassid = 'pg_authid'::regclass AND deptype = 'o'
          AND dbid IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
        """,
      offence: "ALTER TABLE courses OWNER TO hatched_app", offender: "hatched_app"),
    CatalogRule(
      testDescription: "a bound role bypasses nothing, and makes nothing",
      offenders: """
        SELECT rolname::text FROM \(boundRoles) AS bound
        WHERE rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication
          OR has_schema_privilege(rolname, 'public', 'CREATE')
        """,
      offence: "ALTER ROLE hatched_app BYPASSRLS", offender: "hatched_app"),
    CatalogRule(
      testDescription: "a bound role makes no temporary tables, which would be found before others of their names",
      offenders: """
        SELECT rolname::text FROM \(boundRoles) AS bound
        WHERE has_database_privilege(rolname, current_database(), 'TEMPORARY')
        """,
      offence: "GRANT TEMPORARY ON DATABASE catalog TO hatched_app", offender: "hatched_app"),
    CatalogRule(
      testDescription: "a bound role makes no large objects, which no policy binds",
      offenders: """
        SELECT DISTINCT rolname::text FROM pg_proc CROSS JOIN \(boundRoles) AS bound
        WHERE pronamespace = 'pg_catalog'::regnamespace
          AND proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import', 'lo_export')
          AND has_function_privilege(rolname, pg_proc.oid, 'EXECUTE')
        """,
      offence: "GRANT EXECUTE ON FUNCTION lo_from_bytea(oid, bytea) TO hatched_worker", offender: "hatched_worker"),
    CatalogRule(
      testDescription: "a bound role finds names in public, and temporary ones last",
      offenders: """
        SELECT rolname::text FROM \(boundRoles) AS bound
        WHERE NOT EXISTS (
            SELECT FROM pg_db_role_setting JOIN pg_database ON pg_database.oid = setdatabase
            WHERE datname = current_database() AND setrole = 0 AND setconfig @> '{"search_path=public, pg_temp"}')
          OR EXISTS (
            SELECT FROM pg_db_role_setting, unnest(setconfig) AS setting
            WHERE setrole = bound.oid AND setting LIKE 'search_path=%')
        """,
      offence: "ALTER ROLE hatched_app SET search_path = stray, public", offender: "hatched_app"),
    CatalogRule(
      testDescription: "a bound role is a member of no other",
      offenders: "SELECT rolname::text FROM pg_auth_members JOIN \(boundRoles) AS bound ON bound.oid = member",
      offence: "GRANT hatched_owner TO hatched_worker", offender: "hatched_worker"),
    CatalogRule(
      testDescription: "a function with its owner's rights has a fixed search path, and is not for everyone",
      offenders: """
        SELECT proname::text FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND prosecdef
          AND (NOT coalesce(proconfig @> '{"search_path=pg_catalog, pg_temp"}', false)
            OR has_function_privilege('public', oid, 'EXECUTE'))
        """,
      offence: "CREATE FUNCTION stray() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'", offender: "stray"),
    CatalogRule(
      testDescription: "a function that a bound role may call reads no view that opens files each time it is read",
      offenders: """
        SELECT DISTINCT proname::text FROM pg_proc CROSS JOIN \(boundRoles) AS bound
        WHERE pronamespace = 'public'::regnamespace AND has_function_privilege(rolname, pg_proc.oid, 'EXECUTE')
          AND prosrc ~ 'pg_(timezone_\\w+|file_settings|hba_file_rules|ls_\\w+|read_\\w+|available_extensions)'
        """,
      offence: """
        CREATE FUNCTION stray() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM pg_timezone_names'
        """,
      offender: "stray"),
    CatalogRule(
      testDescription: "a bound role reaches what is counted, hashes of passwords and codes by functions alone",
      offenders: """
        SELECT DISTINCT attname::text FROM pg_attribute CROSS JOIN \(boundRoles) AS bound
        WHERE attrelid IN (
            'attempts'::regclass, 'messages'::regclass, 'used_identity_tokens'::regclass, 'time_zone_names'::regclass,
            'storage_quotas'::regclass, 'account_events'::regclass, 'address_codes'::regclass, 'known_devices'::regclass, 'passwords'::regclass,
            'sign_in_addresses'::regclass, 'staff_invitation_codes'::regclass, 'place_versions'::regclass,
            'pickup_bars'::regclass, 'card_reader_tokens'::regclass, 'pickup_card_codes'::regclass, 'push_senders'::regclass,
            'enrolment_codes'::regclass, 'published_terms'::regclass)
          AND attnum > 0
          AND (has_column_privilege(rolname, attrelid, attnum, 'SELECT, INSERT, UPDATE')
            OR has_table_privilege(rolname, attrelid, 'DELETE, TRUNCATE, REFERENCES, TRIGGER'))
        """,
      offence: "GRANT SELECT (key) ON attempts TO hatched_app", offender: "key"),
    CatalogRule(
      testDescription: "a bound role reads the audit trail, and writes nothing into it",
      offenders: """
        SELECT DISTINCT rolname::text FROM pg_attribute CROSS JOIN \(boundRoles) AS bound
        WHERE attrelid = 'audit_entries'::regclass AND attnum > 0
          AND (has_column_privilege(rolname, attrelid, attnum, 'INSERT, UPDATE')
            OR has_table_privilege(rolname, attrelid, 'DELETE, TRUNCATE, REFERENCES, TRIGGER'))
        """,
      offence: "GRANT INSERT (action) ON audit_entries TO hatched_app", offender: "hatched_app"),
    CatalogRule(
      testDescription: "a bound role may do nothing with a table that policies do not bind",
      offenders: """
        SELECT DISTINCT name FROM \(guardedTables) AS t CROSS JOIN \(boundRoles) AS bound
        WHERE has_table_privilege(rolname, t.oid, 'TRUNCATE, REFERENCES, TRIGGER')
        """,
      offence: "GRANT TRUNCATE ON courses TO hatched_app", offender: "courses"),
  ]
}
