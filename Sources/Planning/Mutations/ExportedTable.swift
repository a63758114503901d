package import SQL

/// What of the rows of a table is handed out to those whose rows they are.
package struct ExportedTable<Viewer: ViewerContext>: Sendable {
  /// What the list is called, in the words of the database: `audit_entries`.
  package let name: String
  /// The columns that are handed out. An object has them by the same names, as `pointsAwarded`, but for `names`.
  package internal(set) var columns: [String]
  /// What columns are called in the document that have another name in the SDL.
  let names: [String: String]
  /// The columns that are not, each with the reason.
  package let omitted: KeyValuePairs<String, String>
  let source: SQL
  let key: String
  let scope: RowScope<Viewer>
  private(set) var condition: (@Sendable (RowReference<Viewer>) -> SQL)?

  /// - Parameters:
  ///   - source: what the rows are of, where it is no table of this name.
  ///   - key: what the rows are ordered by.
  ///   - condition: which rows of the scope; nil for all.
  package init(
    _ name: String, from source: SQL? = nil, key: String = "id", scope: RowScope<Viewer>,
    columns: [String] = [], names: [String: String] = [:], omitting omitted: KeyValuePairs<String, String> = [:],
    where condition: (@Sendable (RowReference<Viewer>) -> SQL)? = nil
  ) {
    self.name = name
    self.columns = columns
    self.names = names
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
  /// Of one table.
  package var rows: Int
  /// Of the whole document.
  package var bytes: Int

  package init(rows: Int = 100_000, bytes: Int = 12 << 20) {
    self.rows = rows
    self.bytes = bytes
  }
}
