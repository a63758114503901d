import SQL

/// A value of each row of a level: an expression over the row.
struct RowValue: Hashable {
  let sql: SQL
  let type: SQLType
}
