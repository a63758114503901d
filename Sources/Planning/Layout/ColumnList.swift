import SQL

/// The columns of a statement while the levels that have their rows from it are laid out.
final class ColumnList {
  private(set) var columns: [RowValue] = []

  /// The index of the column that holds a value: equal expressions are read once.
  func index(of value: RowValue) -> Int {
    if let known = columns.firstIndex(where: { $0.sql == value.sql }) { return known }
    columns.append(value)
    return columns.count - 1
  }

  /// The name that a column has inside the aggregates of a summary.
  static func name(ofColumn index: Int) -> String { "c\(index)" }
}
