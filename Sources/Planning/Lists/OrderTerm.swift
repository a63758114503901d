import SQL

/// One of the values that a list is ordered by.
struct OrderTerm {
  /// The field, or the column where no field shows it.
  let name: String
  let sql: SQL
  /// Nil for a column that no field shows.
  let type: SQLType?
  let isNullable: Bool
  var isDescending = false
  var putsNullsFirst = false

  /// As it stands in `ORDER BY`. Null sorts last there in ascending order, and first in descending order, unless
  /// something else is said.
  func clause(reversed: Bool = false) -> SQL {
    let isDescending = isDescending != reversed
    let direction: SQL = isDescending ? " DESC" : ""
    let putsNullsFirst = putsNullsFirst != reversed
    if !isNullable || putsNullsFirst == isDescending { return "\(sql)\(direction)" }
    return putsNullsFirst ? "\(sql)\(direction) NULLS FIRST" : "\(sql)\(direction) NULLS LAST"
  }

  /// Whether a row stands behind a value, in this order or the reverse of it. The value may be null, which is not
  /// known when the statement is made.
  ///
  ///     (assignments_2.due_date > $4 OR (assignments_2.due_date IS NULL AND $4 IS NOT NULL))
  fileprivate func isBehind(_ value: SQL.Slot, reversed: Bool) -> SQL {
    let comparison: SQL = isDescending != reversed ? "\(sql) < \(value)" : "\(sql) > \(value)"
    guard isNullable else { return comparison }
    return putsNullsFirst != reversed
      ? "(\(comparison) OR (\(sql) IS NOT NULL AND \(value) IS NULL))"
      : "(\(comparison) OR (\(sql) IS NULL AND \(value) IS NOT NULL))"
  }

  fileprivate func equals(_ value: SQL.Slot) -> SQL {
    isNullable ? "\(sql) IS NOT DISTINCT FROM \(value)" : "\(sql) = \(value)"
  }
}

extension [OrderTerm] {
  func clause(reversed: Bool = false) -> SQL {
    "ORDER BY \(map { $0.clause(reversed: reversed) }.joined(separator: ", "))"
  }

  /// Whether a row stands behind a position, which is a value for each term.
  ///
  ///     a >= $1 AND (a > $1 OR (a = $1 AND id > $2))
  func areBehind(_ position: [SQL.Slot], reversed: Bool = false) -> SQL {
    var condition: SQL?
    for (term, value) in zip(self, position).reversed() {
      let isBehind = term.isBehind(value, reversed: reversed)
      condition = condition.map { "(\(isBehind) OR (\(term.equals(value)) AND \($0)))" } ?? isBehind
    }
    guard count > 1, let first, !first.isNullable, let condition else { return condition ?? "false" }
    // Implied by the rest, but what the scan of an index can start from.
    let start: SQL =
      first.isDescending != reversed ? "\(first.sql) <= \(position[0])" : "\(first.sql) >= \(position[0])"
    return "\(start) AND \(condition)"
  }
}
