import SQL

/// A statement of a plan: it reads the rows of a level, or of several that are the same rows.
struct PlannedStatement: Sendable {
  let template: StatementTemplate
  /// The type of each column, as the resolvers declare them.
  let columns: [SQLType]
}
