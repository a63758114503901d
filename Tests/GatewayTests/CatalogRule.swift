import SQL
import Testing

/// What must be true of every table, index, key, policy and role.
struct CatalogRule: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// One column of text: the names of all that breaks the rule.
  let offenders: SQL
  /// A script that breaks the rule, and the name of what breaks it then.
  let offence: String
  let offender: String

  static let all = keys + policies + roles + texts + storage

  /// `oid`, `name` and the number of the column `family_id` of each table that has one.
  static let familyTables: SQL = """
    (SELECT pg_class.oid, relname::text AS name, attnum AS family_id
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'family_id' AND NOT attisdropped
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p'))
    """

  /// All tables but the record of migrations, which is public, and those that only functions reach.
  private static let guardedTables: SQL = """
    (SELECT oid, relname::text AS name, relrowsecurity, relforcerowsecurity FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND relname NOT IN (
        'schema_migrations', 'attempts', 'used_identity_tokens', 'time_zone_names', 'storage_quotas'))
    """

  /// The roles that row-level security must bind.
  private static let boundRoles: SQL =
    "(SELECT * FROM pg_roles WHERE rolname IN ('hatched_app', 'hatched_worker'))"
}

// MARK: Keys

extension CatalogRule {
  private static let keys = [
    CatalogRule(
      testDescription: "a family's table has a primary key that begins with family_id",
      offenders: """
        SELECT name FROM \(familyTables) AS scoped WHERE NOT EXISTS (
          SELECT FROM pg_index WHERE indrelid = scoped.oid AND indisprimary AND indkey[0] = scoped.family_id)
        """,
      offence: "CREATE TABLE stray (id uuid PRIMARY KEY, family_id uuid)", offender: "stray"),
    CatalogRule(
      testDescription: "a unique index of a family's table has family_id among its keys",
      offenders: """
        SELECT indexrelid::regclass::text FROM \(familyTables) AS scoped JOIN pg_index ON indrelid = scoped.oid
        WHERE indisunique AND NOT scoped.family_id = ANY ((indkey::int2[])[0:indnkeyatts - 1])
        """,
      offence: "CREATE UNIQUE INDEX stray ON courses (id) INCLUDE (family_id)", offender: "stray"),
    CatalogRule(
      testDescription: "an index of a family's table begins with family_id",
      offenders: """
        SELECT indexrelid::regclass::text FROM \(familyTables) AS scoped JOIN pg_index ON indrelid = scoped.oid
        WHERE indkey[0] <> scoped.family_id
          -- What is looked up before there is a family.
          AND indexrelid::regclass::text NOT IN (
            'members_by_account', 'families_by_code', 'invitations_by_code', 'join_requests_by_account')
        """,
      offence: "CREATE INDEX stray ON courses (name, family_id)", offender: "stray"),
    CatalogRule(
      testDescription: "a foreign key between families' tables leads from family_id to family_id",
      offenders: """
        SELECT conname::text FROM pg_constraint
        JOIN \(familyTables) AS source ON source.oid = conrelid
        JOIN \(familyTables) AS target ON target.oid = confrelid
        WHERE contype = 'f' AND NOT EXISTS (
          SELECT FROM unnest(conkey, confkey) AS pair (source_column, target_column)
          WHERE source_column = source.family_id AND target_column = target.family_id)
        """,
      offence: """
        ALTER TABLE subjects ADD UNIQUE (id);
        ALTER TABLE courses ADD CONSTRAINT stray FOREIGN KEY (subject_id) REFERENCES subjects (id)
        """,
      offender: "stray"),
  ]
}

// MARK: Policies

extension CatalogRule {
  private static let policies = [
    CatalogRule(
      testDescription: "a table enables row-level security, and forces it on its owner",
      offenders: "SELECT name FROM \(guardedTables) AS t WHERE NOT (relrowsecurity AND relforcerowsecurity)",
      offence: "ALTER TABLE courses NO FORCE ROW LEVEL SECURITY", offender: "courses"),
    CatalogRule(
      testDescription: "a table has a policy that binds all that hatched_app does",
      offenders: """
        SELECT name FROM \(guardedTables) AS t WHERE NOT EXISTS (
          SELECT FROM pg_policy WHERE polrelid = t.oid AND polcmd = '*' AND 'hatched_app'::regrole = ANY (polroles))
        """,
      offence: "ALTER POLICY family_scope ON courses TO hatched_worker", offender: "courses"),
    CatalogRule(
      testDescription: "a policy compares with the scope, and nothing else, what is read and what is written",
      offenders: """
        SELECT format('%s on %s', polname, name)
        FROM pg_policy JOIN \(guardedTables) AS t ON t.oid = polrelid
        CROSS JOIN LATERAL (
          SELECT CASE
            WHEN polrelid IN (SELECT oid FROM \(familyTables) AS scoped)
              THEN \(scope(column: "family_id", "family_id"))
            WHEN name = 'accounts' THEN \(scope(column: "id", "account_id"))
            ELSE \(scope(column: "account_id", "account_id"))
          END AS scope
        ) AS expected
        WHERE polpermissive
          AND polroles && ARRAY(SELECT oid FROM \(boundRoles) AS bound UNION ALL SELECT 0)
          AND (pg_get_expr(polqual, polrelid) IS DISTINCT FROM scope
            OR pg_get_expr(polwithcheck, polrelid) IS DISTINCT FROM scope)
          AND (polname, name) <> ('every_family_id', 'families')
        """,
      offence: "CREATE POLICY stray ON courses USING (name <> '')", offender: "stray on courses"),
    CatalogRule(
      testDescription: "the policy that shows every family is for reading, for hatched_worker alone",
      offenders: """
        SELECT polname::text FROM pg_policy
        WHERE polname = 'every_family_id' AND (polcmd <> 'r' OR polroles <> ARRAY['hatched_worker'::regrole::oid])
        """,
      offence: "ALTER POLICY every_family_id ON families TO hatched_app", offender: "every_family_id"),
    CatalogRule(
      testDescription: "of every family hatched_worker may read the id alone",
      offenders: """
        SELECT attname::text FROM pg_attribute
        WHERE attrelid = 'families'::regclass AND attnum > 0 AND attname <> 'family_id'
          AND has_column_privilege('hatched_worker', attrelid, attnum, 'SELECT')
        """,
      offence: "GRANT SELECT (name) ON families TO hatched_worker", offender: "name"),
    CatalogRule(
      testDescription: "a view is read with the rights of whoever reads it",
      offenders: """
        SELECT DISTINCT relname::text FROM pg_class CROSS JOIN \(boundRoles) AS bound
        WHERE relnamespace = 'public'::regnamespace AND has_table_privilege(rolname, pg_class.oid, 'SELECT')
          AND (relkind = 'm' OR relkind = 'v' AND NOT coalesce(reloptions @> '{security_invoker=true}', false))
        """,
      offence: "CREATE VIEW stray AS SELECT name FROM members; GRANT SELECT ON stray TO hatched_app",
      offender: "stray"),
  ]

  /// What PostgreSQL prints for the comparison of a column with a scope, as a literal.
  private static func scope(column: String, _ setting: String) -> SQL {
    let comparison = "(\(column) = (NULLIF(current_setting('hatched.\(setting)'::text, true), ''::text))::uuid)"
    return "$scope$\(unescaped: comparison)$scope$"
  }
}

// MARK: Roles

extension CatalogRule {
  private static let roles = [
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
      testDescription: "a bound role reaches what is counted by functions alone",
      offenders: """
        SELECT DISTINCT attname::text FROM pg_attribute CROSS JOIN \(boundRoles) AS bound
        WHERE attrelid IN (
            'attempts'::regclass, 'used_identity_tokens'::regclass, 'time_zone_names'::regclass, 'storage_quotas'::regclass)
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

// MARK: Text

extension CatalogRule {
  /// Text of which a program made the value, or took it from a list: it is compared, and nobody reads down a list of it.
  /// Enum values, which a constraint lists, are not here.
  private static let codes = [
    "attempts.key", "attempts.kind", "devices.token", "families.code", "families.time_zone", "identities.subject",
    "family_usage.kind", "planner_tasks.color", "portfolio_items.link", "resources.link", "schema_migrations.checksum",
    "schema_migrations.name", "storage_quotas.kind", "time_zone_names.name", "used_ids.type",
  ]

  /// `name`, as `courses.name`, whether it is a code, and its collation, of each column of text.
  private static let textColumns: SQL = """
    (SELECT format('%s.%s', relname, attname) AS name, collname,
      attgenerated <> '' OR format('%s.%s', relname, attname) = ANY (\(bind: .textArray(codes)))
        OR EXISTS (
          SELECT FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'c' AND conkey = ARRAY[attnum]
            AND pg_get_constraintdef(pg_constraint.oid) ~ '= (ANY \\(ARRAY\\[)?''[A-Z_]+''::text') AS is_code
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    JOIN pg_collation ON pg_collation.oid = attcollation
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v'))
    """

  private static let texts = [
    CatalogRule(
      testDescription: "a column of text that people read sorts as people expect",
      offenders: "SELECT name FROM \(textColumns) AS texts WHERE NOT is_code AND collname <> 'und-x-icu' ORDER BY name",
      offence: "ALTER TABLE courses ADD COLUMN stray text", offender: "courses.stray"),
    CatalogRule(
      testDescription: "a code is compared byte by byte, or as the database does",
      offenders: """
        SELECT name FROM \(textColumns) AS texts WHERE is_code AND collname NOT IN ('C', 'default') ORDER BY name
        """,
      offence: """
        DROP TRIGGER count_changed ON devices;
        ALTER TABLE devices ALTER COLUMN token TYPE text COLLATE "und-x-icu"
        """, offender: "devices.token"),
  ]
}

// MARK: Storage

extension CatalogRule {
  /// Tables of families that are not counted: a row or a few for each family.
  private static let uncounted: SQL = "('families', 'family_usage', 'overdue_checks')"

  private static let countedTables: SQL = """
    (SELECT tgrelid AS oid, tgfoid, tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'count_added')
    """

  private static let storage = [
    CatalogRule(
      testDescription: "a table of families is counted, when rows are added and when they are removed",
      offenders: """
        SELECT name FROM \(familyTables) AS scoped WHERE name NOT IN \(uncounted) AND 2 <> (
          SELECT count(*) FROM pg_trigger WHERE tgrelid = scoped.oid AND tgenabled = 'O'
            AND (tgname, tgtype & 28) IN (('count_added', 4), ('count_removed', 8)))
        """,
      offence: "DROP TRIGGER count_removed ON courses", offender: "courses"),
    CatalogRule(
      testDescription: "the size of each text of a counted table is counted, as it was and as it becomes",
      offenders: """
        SELECT format('%s.%s', counted.name, attname) FROM \(countedTables) AS counted
        JOIN pg_attribute ON attrelid = counted.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
        JOIN pg_proc ON pg_proc.oid = counted.tgfoid
        WHERE atttypid IN ('text'::regtype, 'bytea'::regtype) AND NOT (
          prosrc LIKE format('%%octet_length(NEW.%I)%%', attname) AND prosrc LIKE format('%%octet_length(OLD.%I)%%', attname)
          AND prosrc LIKE format('%%octet_length(r.%I)%%', attname))
        """,
      offence: "ALTER TABLE courses ADD stray text", offender: "courses.stray"),
    CatalogRule(
      testDescription: "a counted table has no value of any other type that may be long",
      offenders: """
        SELECT format('%s.%s', counted.name, attname) FROM \(countedTables) AS counted
        JOIN pg_attribute ON attrelid = counted.oid AND attnum > 0 AND NOT attisdropped
        WHERE attlen < 0 AND atttypid NOT IN ('text'::regtype, 'bytea'::regtype, 'numeric'::regtype)
        """,
      offence: "ALTER TABLE courses ADD stray jsonb", offender: "courses.stray"),
    CatalogRule(
      testDescription: "a counted table has a quota",
      offenders: """
        SELECT name FROM \(countedTables) AS counted
        WHERE NOT EXISTS (SELECT FROM storage_quotas WHERE kind = counted.name)
        """,
      offence: "DELETE FROM storage_quotas WHERE kind = 'courses'", offender: "courses"),
    CatalogRule(
      testDescription: "a bound role reads what is counted, and writes nothing of it",
      offenders: """
        SELECT DISTINCT rolname::text FROM pg_attribute CROSS JOIN \(boundRoles) AS bound
        WHERE attrelid = 'family_usage'::regclass AND attnum > 0
          AND (has_column_privilege(rolname, attrelid, attnum, 'INSERT, UPDATE')
            OR has_table_privilege(rolname, attrelid, 'DELETE, TRUNCATE, REFERENCES, TRIGGER'))
        """,
      offence: "GRANT UPDATE (rows) ON family_usage TO hatched_app", offender: "hatched_app"),
    CatalogRule(
      testDescription: "a table to which hatched_app or hatched_worker may add rows is one of families, or bounded otherwise",
      offenders: """
        SELECT DISTINCT c.relname::text FROM pg_class c CROSS JOIN \(boundRoles) AS bound
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
          AND c.oid NOT IN (SELECT oid FROM \(familyTables) AS scoped)
          AND (has_any_column_privilege(rolname, c.oid, 'INSERT'))
          -- One for each person whom an identity provider knows; and the latest of an account and of a session.
          AND c.relname NOT IN ('accounts', 'identities')
          AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND tgname = 'keep_latest' AND tgenabled = 'O')
        """,
      offence: "DROP TRIGGER keep_latest ON sessions", offender: "sessions"),
  ]
}
