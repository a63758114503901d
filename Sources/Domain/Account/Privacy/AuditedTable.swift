package import Derivation
package import Planning

/// A table whose changes the audit trail records, as `@audited` of a type declares. Tests compare with the triggers of the
/// database.
package struct AuditedTable: Hashable, Sendable {
  package let name: String
  package let entries: Entries

  /// The entries that the table's triggers write.
  package enum Entries: Hashable, Sendable {
    /// Those of the function `audit_row`: rows that are added or deleted, and changes of these columns.
    case rows(subject: String, columns: [String])
    /// These actions, by functions of the table's own.
    case actions([String])
  }

  /// The audited tables, in the order of the declarations.
  /// - Throws: `EntityMapError` for an audited type without a table, and for fields that no column holds.
  package static func all(
    _ declarations: [TypeDeclaration], in map: EntityMap<Viewer>
  ) throws(EntityMapError) -> [AuditedTable] {
    var tables: [AuditedTable] = []
    var problems: [String] = []
    for declaration in declarations {
      guard let audit = declaration.audit else { continue }
      var name = declaration.name
      if case .actions(_, let type?) = audit { name = type }
      guard let table = map.table(of: name) else {
        problems.append("\(name) is audited, but bound to no entity")
        continue
      }
      switch audit {
      case .actions(let actions, _): tables.append(AuditedTable(name: table, entries: .actions(actions)))
      case .fields(let fields):
        var columns: [String] = []
        for field in fields {
          if let column = map.column(of: field, on: declaration.name) {
            columns.append(column)
          } else {
            problems.append("\(declaration.name).\(field) is audited, but no column holds it")
          }
        }
        tables.append(AuditedTable(name: table, entries: .rows(subject: declaration.auditSubject, columns: columns)))
      }
    }
    guard problems.isEmpty else { throw EntityMapError(problems: problems) }
    return tables
  }

  /// The trigger for a migration; nil where functions of the table's own write the entries.
  package var trigger: String? {
    guard case .rows(let subject, let columns) = entries else { return nil }
    return """
      CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON \(name)
        FOR EACH ROW EXECUTE FUNCTION audit_row(\(([subject] + columns).map { "'\($0)'" }.joined(separator: ", ")));
      """
  }
}
