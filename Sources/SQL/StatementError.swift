/// The failure of a statement.
public struct StatementError: Error, Sendable, CustomStringConvertible {
  public enum Reason: Sendable, Hashable {
    /// PostgreSQL refused or aborted the statement.
    case statement(SQLState)
    /// The connection could not be made or was lost.
    case connection
    /// No connection came free in time.
    case poolTimeout
    /// The same, because the requester has used up its share of the database's time. It has time again after so many
    /// seconds.
    case throttled(retryAfter: Int)
    /// No answer came in time.
    case timeout
    /// PostgreSQL worked for as long as it may, and stopped.
    case statementTimeout(Duration)
    /// There are more bytes than the connection takes.
    case answerTooLarge
    /// There is no memory for the rows now.
    case outOfMemory
    /// The task that asked was cancelled.
    case cancelled
    /// The server is stopping.
    case shutdown
  }

  public var reason: Reason
  /// For the log, never for a client: it may name tables and values.
  public var message: String
  public var description: String { message }
  /// The code with which PostgreSQL refused or ended a connection; nil where it sent none.
  public var connectionState: SQLState?
  /// The constraint that was violated, if one was.
  public var constraint: String?
  /// The index of the failed statement, counted from 0, where it is known.
  public var statementIndex: Int?
  /// The answer to a COMMIT was lost: the transaction may have taken effect.
  public var isOutcomeUnknown = false
  /// The transaction has taken effect, though not all of the answer could be read.
  public var isCommitted = false

  public init(_ reason: Reason, message: String, constraint: String? = nil, statementIndex: Int? = nil) {
    self.reason = reason
    self.message = message
    self.constraint = constraint
    self.statementIndex = statementIndex
  }
}

/// A five-character code of the SQL standard — PostgreSQL documentation, appendix A. An open set.
public struct SQLState: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let invalidParameterValue = SQLState(rawValue: "22023")
  public static let invalidAuthorization = SQLState(rawValue: "28000")
  public static let foreignKeyViolation = SQLState(rawValue: "23503")
  public static let uniqueViolation = SQLState(rawValue: "23505")
  public static let exclusionViolation = SQLState(rawValue: "23P01")
  public static let checkViolation = SQLState(rawValue: "23514")
  public static let serializationFailure = SQLState(rawValue: "40001")
  public static let deadlockDetected = SQLState(rawValue: "40P01")
  /// `lock_timeout` passed.
  public static let lockNotAvailable = SQLState(rawValue: "55P03")
  /// A state of this project: `refuse_usage` of the migration 0032_storage_quotas.
  public static let quotaExceeded = SQLState(rawValue: "QT001")
  public static let queryCanceled = SQLState(rawValue: "57014")
  public static let invalidPassword = SQLState(rawValue: "28P01")
  /// There is no database of this name.
  public static let invalidCatalogName = SQLState(rawValue: "3D000")
  public static let insufficientPrivilege = SQLState(rawValue: "42501")
  /// A CONNECTION LIMIT, or `max_connections`, is reached.
  public static let tooManyConnections = SQLState(rawValue: "53300")
  public static let diskFull = SQLState(rawValue: "53100")
  public static let readOnlyTransaction = SQLState(rawValue: "25006")
}
