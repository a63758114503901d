package import SQL

/// A statement that is a whole mutation: it changes a row, adds it or removes it, or does nothing. It is sent with what
/// the client reads of it and with COMMIT, in one round trip: where it gives no row nothing was changed, and COMMIT does
/// no harm.
///
///     UPDATE assignments SET points_awarded = $1 … WHERE assignments.family_id = $2 AND assignments.id = $3 RETURNING …;
///     SELECT … FROM assignments …;
///     COMMIT
package struct SingleStatementWrite: Sendable {
  /// Translates PostgreSQL's refusal of the statement into a failure for the client.
  package typealias Failure = @Sendable (StatementError) -> MutationFailure

  package let statement: Statement
  /// The keys that the payload refers to, known before the statement runs.
  package let keys: ChangedKeys
  package let failure: Failure

  /// - Parameter statement: a statement of `ScopedStatements`. It returns a row if it does something.
  fileprivate init(_ statement: SQL, _ keys: ChangedKeys, _ failure: @escaping Failure) {
    self.statement = statement.statement
    self.keys = keys
    self.failure = { QuotaViolation($0)?.failure ?? failure($0) }
  }
}

extension ScopedStatements {
  /// Changes a row.
  /// - Parameters:
  ///   - version: the version that the row must have; nil for any.
  ///   - condition: a further condition on the row.
  ///   - keys: the keys that the payload refers to.
  ///   - failure: translates PostgreSQL's refusal into a failure for the client.
  package func updating(
    _ entity: Entity<Viewer>, key: UUIDValue, version: Int32? = nil, where condition: ((RowReference<Viewer>) -> SQL)? = nil,
    _ values: [ColumnValue], keys: ChangedKeys, failure: @escaping SingleStatementWrite.Failure = { .database($0) }
  ) -> SingleStatementWrite {
    let statement = update(entity, key: key, version: version, where: condition, values, returning: [])
    return SingleStatementWrite(statement, keys, failure)
  }

  /// Removes a row.
  /// - Parameter condition: a further condition on the row.
  package func removing(
    _ entity: Entity<Viewer>, key: UUIDValue, version: Int32? = nil, where condition: ((RowReference<Viewer>) -> SQL)? = nil,
    keys: ChangedKeys, failure: @escaping SingleStatementWrite.Failure = { .database($0) }
  ) -> SingleStatementWrite {
    SingleStatementWrite(deletion(entity, key: key, version: version, where: condition), keys, failure)
  }

  /// Adds a row, unless its id was used before.
  /// - Parameter input: the input that the id is kept for.
  package func adding(
    _ entity: Entity<Viewer>, key: UUIDValue, _ values: [ColumnValue], for input: MutationInput,
    keys: ChangedKeys, failure: @escaping SingleStatementWrite.Failure
  ) -> SingleStatementWrite {
    let statement = insertion(entity, key: key, values, keepingIDFor: input)
    return SingleStatementWrite(statement, keys, failure)
  }
}
