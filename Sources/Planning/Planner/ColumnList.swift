import SQL

/// The columns of a statement while the levels are planned that have their rows from it.
final class ColumnList {
  private(set) var columns: [(sql: SQL, type: SQLType)] = []

  /// The index of the column that holds `sql`: equal expressions are read once.
  func index(of sql: SQL, _ type: SQLType) -> Int {
    if let known = columns.firstIndex(where: { $0.sql == sql }) { return known }
    columns.append((sql, type))
    return columns.count - 1
  }
}
