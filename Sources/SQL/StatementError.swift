/// Why a statement gave no rows.
package struct StatementError: Error, Sendable {
  package enum Reason: Sendable, Hashable {
    /// PostgreSQL refused or aborted the statement.
    case statement(SQLState)
    /// The connection could not be made or was lost; nothing is known of a COMMIT that was under way.
    case connection
    /// No connection came free in time.
    case poolTimeout
    /// No answer came in time.
    case timeout
    /// The server is stopping.
    case shutdown
  }

  package var reason: Reason
  /// For the log, never for a client: it may name tables and values.
  package var message: String
  /// The constraint that was violated, if one was.
  package var constraint: String?
  /// Which of the statements failed, counted from 0, where that is known.
  package var statementIndex: Int?
  /// The answer to a COMMIT was lost: the transaction may have taken effect.
  package var isOutcomeUnknown = false

  package init(_ reason: Reason, message: String, constraint: String? = nil, statementIndex: Int? = nil) {
    self.reason = reason
    self.message = message
    self.constraint = constraint
    self.statementIndex = statementIndex
  }
}

/// A five-character code of the SQL standard — PostgreSQL documentation, appendix A. An open set.
package struct SQLState: RawRepresentable, Hashable, Sendable {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let invalidParameterValue = SQLState(rawValue: "22023")
  package static let foreignKeyViolation = SQLState(rawValue: "23503")
  package static let uniqueViolation = SQLState(rawValue: "23505")
  package static let checkViolation = SQLState(rawValue: "23514")
  package static let serializationFailure = SQLState(rawValue: "40001")
  package static let deadlockDetected = SQLState(rawValue: "40P01")
  package static let queryCanceled = SQLState(rawValue: "57014")
}
