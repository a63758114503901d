package import SQL

/// A column and the value it gets.
package struct ColumnValue: Sendable {
  package let column: String
  package let value: SQL

  package init(_ column: String, _ value: SQLValue) {
    self.init(column, sql: "\(bind: value)")
  }

  /// A value that the database computes, such as `now()`.
  package init(_ column: String, sql value: SQL) {
    self.column = column
    self.value = value
  }

  /// The time of the transaction.
  package static func now(_ column: String) -> ColumnValue { ColumnValue(column, sql: "now()") }
}
