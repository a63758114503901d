package import SQL

/// The part of a table's rows that an export gives to the people whose rows they are.
package struct ExportedTable<Viewer: ViewerContext>: Sendable {
  /// The name of the list, in the words of the database: `audit_entries`.
  package let name: String
  /// The columns that are handed out. An object has them by the same names, as `pointsAwarded`, but for `names`.
  package internal(set) var columns: [String]
  /// The names in the document of columns that have another name in the SDL.
  let names: [String: String]
  /// The expressions in the document in place of columns.
  let expressions: [String: @Sendable (RowReference<Viewer>) -> SQL]
  /// The columns that are not, each with the reason.
  package let omitted: KeyValuePairs<String, String>
  let source: SQL
  let key: String
  let scope: RowScope<Viewer>
  private(set) var condition: (@Sendable (RowReference<Viewer>) -> SQL)?

  /// - Parameters:
  ///   - source: the source of the rows, where it is no table of this name.
  ///   - key: the column that orders the rows.
  ///   - condition: the condition on rows of the scope; nil for all.
  package init(
    _ name: String, from source: SQL? = nil, key: String = "id", scope: RowScope<Viewer>,
    columns: [String] = [], names: [String: String] = [:], expressions: [String: @Sendable (RowReference<Viewer>) -> SQL] = [:],
    omitting omitted: KeyValuePairs<String, String> = [:],
    where condition: (@Sendable (RowReference<Viewer>) -> SQL)? = nil
  ) {
    self.name = name
    self.columns = columns
    self.names = names
    self.expressions = expressions
    self.omitted = omitted
    self.source = source ?? "\(identifier: name)"
    self.key = key
    self.scope = scope
    self.condition = condition
  }

  /// The same table, of which only some rows are handed out.
  package func rows(where condition: @escaping @Sendable (RowReference<Viewer>) -> SQL) -> ExportedTable {
    var table = self
    table.condition = condition
    return table
  }
}

/// How much is handed out at once.
package struct ExportBounds: Sendable {
  /// The limit of rows of one table.
  package var rows: Int
  /// The limit of bytes of the whole document.
  package var bytes: Int

  package init(rows: Int = 100_000, bytes: Int = 12 << 20) {
    self.rows = rows
    self.bytes = bytes
  }
}
