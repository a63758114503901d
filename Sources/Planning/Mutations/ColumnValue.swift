package import SQL

/// A column and the value it gets.
package struct ColumnValue: Sendable {
  package let column: String
  package let value: SQL
  /// The value itself; nil for one that the database computes.
  let constant: SQLValue?

  package init(_ column: String, _ value: SQLValue) {
    self.column = column
    self.value = "\(bind: value)"
    constant = value
  }

  /// A value that the database computes, such as `now()`.
  package init(_ column: String, sql value: SQL) {
    self.column = column
    self.value = value
    constant = nil
  }

  /// The time of the transaction.
  package static func now(_ column: String) -> ColumnValue { ColumnValue(column, sql: "now()") }
}
