import Derivation
import Domain
import Planning
import SQL

extension CatalogRule {
  /// Tables of families that are not counted: a row or a few for each family, at most 20 registrations, a row for each
  /// parent of an enrolment (also of what it has read), 15 cards of a parent at a school, at most 200 steps of a dismissal, and notices, of which there is one of a kind in ten minutes.
  /// Blocks and the day bound the parts of its groups that a family does not see, and a count would tell who has blocked it.
  private static let uncounted: SQL = "('changes', 'families', 'family_usage', 'family_versions', 'overdue_checks', 'pickup_guardians', 'school_families', 'pickup_cards', 'school_notices', 'message_reads', 'dismissal_steps', 'group_hidings')"

  private static let countedTables: SQL = """
    (SELECT tgrelid AS oid, tgfoid, tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'count_added')
    """

  static let storage = [
    CatalogRule(
      testDescription: "a table of families is counted, when rows are added and when they are removed",
      offenders: """
        SELECT name FROM \(familyTables) AS scoped WHERE name NOT IN \(uncounted) AND 2 <> (
          SELECT count(*) FROM pg_trigger WHERE tgrelid = scoped.oid AND tgenabled = 'O'
            AND (tgname, tgtype & 28) IN (('count_added', 4), ('count_removed', 8)))
        """,
      offence: "DROP TRIGGER count_removed ON courses", offender: "courses",
      remedy: { "SELECT track_usage('\($0)');" }),
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
          -- Values of a list, at most so many.
          AND NOT EXISTS (
            SELECT FROM pg_constraint WHERE conrelid = counted.oid AND contype = 'c' AND conkey = ARRAY[attnum]
              AND pg_get_constraintdef(pg_constraint.oid) ~ 'cardinality.*<@ ARRAY\\[''[A-Z_]+''::text')
          -- Ids, numbers and days such as -1MO, of which there are some hundred at most.
          AND NOT ((atttypid IN ('uuid[]'::regtype, 'int[]'::regtype) OR attname = 'by_day') AND EXISTS (
            SELECT FROM pg_constraint WHERE conrelid = counted.oid AND contype = 'c' AND conkey = ARRAY[attnum]
              AND pg_get_constraintdef(pg_constraint.oid) ~ format('^CHECK \\(\\(cardinality\\(%s\\) <= \\d{1,3}\\)\\)$', attname)))
        """,
      offence: "ALTER TABLE courses ADD stray jsonb", offender: "courses.stray"),
    CatalogRule(
      testDescription: "a counted table has a quota",
      offenders: """
        SELECT name FROM \(countedTables) AS counted
        WHERE NOT EXISTS (SELECT FROM storage_quotas WHERE kind = counted.name)
        """,
      offence: "DELETE FROM storage_quotas WHERE kind = 'courses'", offender: "courses",
      remedy: { "Give the entity of \($0) a quota: Quota(rows: …, bytes: …)" }),
    CatalogRule(
      testDescription: "a bound role reads what is counted, and writes nothing of it",
      offenders: """
        SELECT DISTINCT rolname::text FROM pg_attribute CROSS JOIN \(boundRoles) AS bound
        WHERE attrelid = 'family_usage'::regclass AND attnum > 0
          AND (has_column_privilege(rolname, attrelid, attnum, 'INSERT, UPDATE')
            OR has_table_privilege(rolname, attrelid, 'DELETE, TRUNCATE, REFERENCES, TRIGGER'))
        """,
      offence: "GRANT UPDATE (rows) ON family_usage TO hatched_app", offender: "hatched_app"),
  ]

  /// Rows beside those of families, which quotas do not count.
  static func bounds(_ walked: WalkedSchema) -> [CatalogRule] {
    let counted = walked.declarations.filter { $0.creation?.maximum != nil }.compactMap { walked.map.entity($0.name)?.table }
    return [
      CatalogRule(
        testDescription: "a table to which hatched_app or hatched_worker may add rows is one of families, or bounded otherwise",
        offenders: """
          SELECT DISTINCT c.relname::text FROM pg_class c CROSS JOIN \(boundRoles) AS bound
          WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
            AND c.oid NOT IN (SELECT oid FROM \(familyTables) AS scoped)
            AND (has_any_column_privilege(rolname, c.oid, 'INSERT'))
            -- A creation counts those of one owner, under its lock: `@create(atMost:)`.
            AND NOT c.relname = ANY (\(bind: .textArray(counted)))
            -- One for each person whom an identity provider knows; the latest of an account and of a session; and what addToRoll and
            -- createCardReader count. How far an account has read is one row for each enrolment that it sees as staff. An account accepts each
            -- version of the operator's terms once. Posts, comments and reports are counted by the day or the hour, and blocks by account;
            -- a picture of an album is a file of the school, whose bytes are bounded, and posts and comments of groups by the day or the hour. Messages are counted by the hour, and forgotten after 400 days.
            -- An account is one provider, and the creation of a service counts those that it offers.
            AND c.relname NOT IN ('accounts', 'identities', 'school_students', 'card_readers', 'staff_message_reads', 'accepted_terms',
              'school_posts', 'school_comments', 'school_reports', 'content_hidings', 'school_pictures',
              'providers', 'services', 'conversations', 'conversation_people', 'conversation_messages', 'conversation_files', 'conversation_reads',
              'group_posts', 'group_comments')
            AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND tgname = 'keep_latest' AND tgenabled = 'O')
          """,
        offence: "DROP TRIGGER keep_latest ON sessions", offender: "sessions",
        remedy: { "Bound the rows of \($0): @create(atMost:)" })
    ]
  }
}
