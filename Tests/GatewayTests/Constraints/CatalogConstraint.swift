import Postgres
import SQL
import TestSupport

/// A constraint or a unique index, as the catalog has it.
struct CatalogConstraint: Sendable, Hashable {
  enum Kind: String {
    case check = "c"
    case foreignKey = "f"
    case primaryKey = "p"
    case unique = "u"
    case exclusion = "x"
  }

  let table: String
  let kind: Kind
  let name: String
  let definition: String

  /// Those of all tables of the schema, in order.
  static func all(in database: SchoolDatabase) async throws -> [CatalogConstraint] {
    let rows = try await database.run(
      """
      SELECT conrelid::regclass::text, contype::text, conname::text, pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND contype IN ('c', 'f', 'p', 'u', 'x')
      UNION ALL
      SELECT indrelid::regclass::text, 'u', indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
      JOIN pg_class ON pg_class.oid = indrelid
      WHERE indisunique AND relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
      ORDER BY 1, 3
      """)
    return (0..<rows.count).compactMap { row in
      guard let table = rows.text(row: row, column: 0), let kind = rows.text(row: row, column: 1).flatMap(Kind.init(rawValue:)),
        let name = rows.text(row: row, column: 2), let definition = rows.text(row: row, column: 3)
      else { return nil }
      return CatalogConstraint(table: table, kind: kind, name: name, definition: definition)
    }
  }
}
