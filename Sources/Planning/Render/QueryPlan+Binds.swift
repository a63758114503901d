import GraphQL
import SQL

extension QueryPlan {
  /// Refuses more than may be sent to PostgreSQL: a list of values that a variable brings once may be bound wherever
  /// filters name it, and once more in the statement of each level below.
  /// - Parameter values: the values of all slots.
  func checkBinds(_ values: [SQLValue], limits: RequestLimits) throws(PlanRefusal) {
    // Counts all values for each statement: nearly always little enough.
    let all = values.reduce(0) { $0 + $1.byteCount }
    if all.saturatingProduct(statements.count) <= limits.bindBytes { return }
    let sizes = values.map(\.byteCount)
    var sent = 0
    for statement in statements {
      for case .slot(let slot) in statement.binds { sent += sizes[slot] }
    }
    guard sent > limits.bindBytes else { return }
    throw .invalid(
      .limitExceeded(
        "The filters of this operation come to \(sent) bytes in the statements that repeat them, more than "
          + "\(limits.bindBytes).", limit: "filterBytes", maximum: limits.bindBytes, value: sent))
  }
}
