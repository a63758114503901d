import SQL

/// A statement of a plan: it reads the rows of a level, or of several that are the same rows.
struct PlannedStatement: Sendable {
  /// The source of a `$n`.
  enum Bind: Sendable {
    case value(SQLValue)
    /// The index of a slot of the plan.
    case slot(Int)
  }

  let text: String
  /// The bind of `$1`, `$2`, …
  let binds: [Bind]
  /// The type of each column, as the resolvers declare them.
  let columns: [SQLType]
  /// One for each place of the text that declares one.
  let dependencies: [SQL.Dependency]

  /// The statement of one request.
  /// - Parameter values: the values of all slots of the plan.
  func statement(filling values: [SQLValue]) -> Statement {
    Statement(
      text: text,
      binds: binds.map { bind in
        switch bind {
        case .value(let known): known
        case .slot(let index): values[index]
        }
      })
  }
}
