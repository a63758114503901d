import Derivation
import Planning
import SQL
import Domain

extension CatalogRule {
  static func audit(_ walked: WalkedSchema) throws -> [CatalogRule] {
    audit(
      of: try AuditedTable.all(walked.declarations, in: walked.map),
      missing: (
        offence: "DROP TRIGGER audit_grade_move ON assignments", offender: "assignments: GRADED_ASSIGNMENT_MOVED"
      ),
      undeclared: (
        offence: """
          CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON courses
            FOR EACH ROW EXECUTE FUNCTION audit_row('COURSE', 'name')
          """,
        offender: "courses: COURSE, name"
      ))
  }

  /// The rules for tables whose types are `@audited`.
  /// - Parameters:
  ///   - missing: a script that takes away a trigger, and what is missing then.
  ///   - undeclared: a script that adds one, and what is there then.
  static func audit(
    of tables: [AuditedTable], missing: (offence: String, offender: String), undeclared: (offence: String, offender: String)
  ) -> [CatalogRule] {
    let declared: SQL = "(SELECT unnest(\(bind: .textArray(tables.flatMap(\.items)))) AS item)"
    return [
      CatalogRule(
        testDescription: "triggers write the audit entries that a type declares",
        offenders: "SELECT item FROM \(declared) AS declared EXCEPT SELECT item FROM \(written) AS written",
        offence: missing.offence, offender: missing.offender,
        remedy: { item in
          tables.first { $0.items.contains(item) }?.trigger
            ?? "Write a trigger function that calls add_audit_entry() with this action"
        }),
      CatalogRule(
        testDescription: "triggers write no audit entries that no type declares",
        offenders: "SELECT item FROM \(written) AS written EXCEPT SELECT item FROM \(declared) AS declared",
        offence: undeclared.offence, offender: undeclared.offender,
        remedy: { _ in "Write @audited at the type of the table, or drop the trigger" }),
    ]
  }

  /// `item`: a table with the arguments of its trigger for `audit_row`, or with an action that a trigger function of its own
  /// writes. Actions are the literals in capitals with an underscore in the text of the function.
  private static let written: SQL = """
    (SELECT format('%s: %s', tgrelid::regclass, CASE
        WHEN tgfoid <> 'audit_row'::regproc THEN coalesce(action, 'no action')
        WHEN tgtype = 29 AND tgqual IS NULL AND tgattr::text = ''
        THEN rtrim(replace(encode(tgargs, 'escape'), '\\000', ', '), ', ')
        ELSE 'audit_row is not called AFTER INSERT OR UPDATE OR DELETE FOR EACH ROW' END) AS item
    FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
    LEFT JOIN LATERAL (
      SELECT DISTINCT found[1] AS action FROM regexp_matches(prosrc, '''([A-Z]+(?:_[A-Z]+)+)''', 'g') AS found
    ) AS actions ON tgfoid <> 'audit_row'::regproc
    WHERE NOT tgisinternal AND tgenabled = 'O' AND prosrc LIKE '%add_audit_entry(%')
    """
}

extension AuditedTable {
  /// As the database has them.
  fileprivate var items: [String] {
    switch entries {
    case .rows(let subject, let columns): ["\(name): \(([subject] + columns).joined(separator: ", "))"]
    case .actions(let actions): actions.map { "\(name): \($0)" }
    }
  }
}
