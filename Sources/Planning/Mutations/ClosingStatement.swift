package import SQL

/// The last statement of a mutation, which changes a row, adds it or removes it, or does nothing. It is sent with what
/// the client reads of it and with COMMIT, in one round trip: where it gives no row nothing was changed, and COMMIT does
/// no harm.
///
///     UPDATE assignments SET points_awarded = $1 … WHERE assignments.family_id = $2 AND assignments.id = $3 RETURNING …;
///     SELECT … FROM assignments …;
///     COMMIT
package struct ClosingStatement<Viewer: ViewerContext>: Sendable {
  /// What it means to the client that PostgreSQL refuses the statement.
  package typealias Failure = @Sendable (StatementError) -> MutationFailure
  package typealias Otherwise = @Sendable (ScopedRows<Viewer>) async throws(MutationFailure) -> ChangedKeys

  package let statement: ScopedStatement
  /// What the payload refers to: known before the statement runs.
  package let keys: ChangedKeys
  package let failure: Failure
  /// What is done, in a transaction of its own, where the statement gave no row: it finds out why, and does by more than
  /// one statement what can be done.
  package let otherwise: Otherwise

  package init(
    _ statement: ScopedStatement, keys: ChangedKeys, failure: @escaping Failure = { .database($0) },
    otherwise: @escaping Otherwise
  ) {
    self.statement = statement
    self.keys = keys
    self.failure = failure
    self.otherwise = otherwise
  }
}

/// A statement over rows of the viewer's scope, which gives a row if it does something. Only `ScopedRows` makes one.
package struct ScopedStatement: Sendable {
  package let statement: Statement

  init(_ sql: SQL) { statement = sql.statement }
}
