import GraphQL
package import SQL

/// A change that the database refused, since a family would keep more of a kind than its quota.
struct QuotaViolation: Equatable {
  enum Measure: String {
    case rows, bytes
  }

  /// The table: `planner_tasks`.
  let kind: String
  let measure: Measure
  /// How many there would be, and how many there may be.
  let value: Int
  let maximum: Int

  /// Reads what the function `refuse_usage` reports as the constraint: `planner_tasks rows 50001 50000`.
  /// - Returns: nil for any other error.
  init?(_ error: StatementError) {
    guard error.reason == .statement(.quotaExceeded) else { return nil }
    let parts = (error.constraint ?? "").split(separator: " ")
    guard parts.count == 4, let measure = Measure(rawValue: String(parts[1])), let value = Int(parts[2]),
      let maximum = Int(parts[3])
    else { return nil }
    self.kind = String(parts[0])
    self.measure = measure
    self.value = value
    self.maximum = maximum
  }

  /// As the error calls it: `plannerTasksOfFamily`, or `bytesOfPlannerTasks`.
  private var limit: String {
    let words = kind.split(separator: "_")
    let capitalized = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    switch measure {
    case .rows: return "\(words.first ?? "")\(capitalized.dropFirst().joined())OfFamily"
    case .bytes: return "bytesOf\(capitalized.joined())"
    }
  }

  private var message: String {
    let things = kind.replacing("_", with: " ")
    switch measure {
    case .rows: return "The family may have at most \(maximum) \(things)."
    case .bytes: return "The \(things) of the family may have at most \(maximum) bytes together."
    }
  }

  var failure: MutationFailure {
    .refused(
      message, code: .limitExceeded,
      extensions: [
        .init("limit", .string(limit)), .init("maximum", .number("\(maximum)")), .init("value", .number("\(value)")),
      ])
  }
}

extension MutationFailure {
  /// The failure of a statement: a quota that it would pass, in the client's words, or whatever the database says.
  package static func statement(_ error: StatementError) -> MutationFailure {
    QuotaViolation(error)?.failure ?? .database(error)
  }
}
