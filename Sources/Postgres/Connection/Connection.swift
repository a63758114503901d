internal import CLibpq
import Memory
import SQL
import Synchronization

/// One connection to PostgreSQL, in libpq's pipeline mode.
///
/// All calls of libpq are non-blocking ones made by the task that uses the connection, and on their behalf by the
/// reactor while they wait for answers; only one may at a time. After a failure the connection is `idle`,
/// `unsettled` (answers are still to come, or a transaction is open: see `settle()`) or `lost`.
///
/// `@unchecked` because its state is that of the `PGconn`, which one user at a time may touch: every method
/// claims the connection (`beginUse`) before it looks at anything else, and a second user is refused. The reactor
/// touches it only between the `begin` of a wait and the last call of the handler, while its user waits for that. An
/// actor would say the same to the compiler, but have each request wait in the executor's queue several times.
package final class Connection: @unchecked Sendable {
  /// Whether the connection can serve another request.
  package enum Condition: Sendable {
    case idle, unsettled, lost
  }

  let handle: ConnectionHandle
  /// The watch of the socket of `handle`.
  let watch: DescriptorWatch
  let reactor: Reactor
  package let configuration: ConnectionConfiguration
  /// The process on the server, for `pg_terminate_backend` and logs.
  package let processID: Int32

  /// The statements sent and not answered yet.
  var pipeline = Pipeline()
  var heard = HeardAnswers()
  var statements: PreparedStatements
  var parameters = ParameterBuffer()
  var transaction = TransactionPhase.none
  var lastTransaction: UInt64 = 0
  /// The last transaction that took effect.
  var lastFinished: UInt64 = 0
  /// Whether COMMIT of what was sent last was answered, and it took effect.
  var hasCommitted = false
  /// Whether PostgreSQL ended the connection at a statement, so that no COMMIT that was sent behind it has run.
  var isCommitExcluded = false
  private let isInUse = Atomic(false)
  var isLost = false
  /// Whether what it has prepared no longer fits the database: only a new connection prepares it anew.
  var isStale = false

  /// Holds the memory of the rows that are received, while the connection is leased; nil where they are not counted.
  var memory: MemoryReservation?

  /// When it was sent.
  var sentAt = ContinuousClock.now

  /// How often the connection sent a batch and then waited for its answers to the end.
  package internal(set) var roundTrips = 0
  let totalRoundTrips: RoundTripCounter?

  /// - Throws: `.connection` if the process may open no more descriptors.
  init(
    owning handle: consuming sending ConnectionHandle, _ configuration: ConnectionConfiguration, _ reactor: Reactor,
    counter: RoundTripCounter?
  ) throws(StatementError) {
    guard let watch = reactor.watch(handle.socket) else {
      throw StatementError(.connection, message: "no descriptor is left to watch the connection")
    }
    self.watch = watch
    processID = PQbackendPID(handle.pointer)
    self.handle = handle
    self.configuration = configuration
    self.reactor = reactor
    totalRoundTrips = counter
    statements = PreparedStatements(limit: configuration.preparedStatementLimit)
  }

  deinit { watch.close() }

  package var condition: Condition {
    guard claim() else { return .unsettled }
    defer { endUse() }
    return ownCondition
  }

  /// The condition as the claimant of the connection sees it.
  var ownCondition: Condition {
    if isLost || isStale || handle.isBad { return .lost }
    let isIdle = !awaitsAnswers && transaction.isNone && handle.transactionStatus == .idle
    return isIdle ? .idle : .unsettled
  }

  /// Whether PostgreSQL has answered all that it was asked, also where the connection may not be reused.
  var isResponsive: Bool {
    guard claim() else { return false }
    defer { endUse() }
    return !isLost && !handle.isBad && !awaitsAnswers
  }

  /// Whether PostgreSQL has been asked something and the answer was not heard to its end. Outside of a
  /// script, whose end brings it back, the connection is always in pipeline mode.
  var awaitsAnswers: Bool { !pipeline.isEmpty || PQpipelineStatus(handle.pointer) == PQ_PIPELINE_OFF }

  /// How many statements are prepared.
  package var preparedStatementCount: Int { statements.count }

  /// The end of a wait that starts now, unless the caller has set one.
  func deadline(_ given: ContinuousClock.Instant?) -> ContinuousClock.Instant? {
    if let given { return given }
    guard let timeout = configuration.statementTimeout else { return nil }
    return .now + timeout + ConnectionConfiguration.graceForAnswer
  }

  /// Claims the connection; false if it is in use. To be followed by `endUse()`.
  func claim() -> Bool { !isInUse.exchange(true, ordering: .acquiring) }

  func endUse() { isInUse.store(false, ordering: .releasing) }

  /// Claims the connection for one request. To be followed by `endUse()`, unless it throws.
  func beginUse() throws(StatementError) {
    let inUse = StatementError(.statement(.objectNotInPrerequisiteState), message: "the connection is in use")
    guard claim() else { throw inUse }
    if isLost || awaitsAnswers {
      defer { endUse() }
      throw isLost ? StatementError(.connection, message: "the connection was lost before") : inUse
    }
  }

  /// Claims the connection for one request that is not part of a transaction.
  func beginUseOutsideTransaction() throws(StatementError) {
    try beginUse()
    if transaction.isNone { return }
    endUse()
    throw StatementError(.statement(.objectNotInPrerequisiteState), message: "a transaction is open")
  }

  func countRoundTrip() {
    sentAt = .now
    roundTrips += 1
    totalRoundTrips?.increment()
  }

  /// Marks the connection as lost. The message is libpq's unless another is given.
  func lost(_ message: String? = nil) -> StatementError {
    isLost = true
    let message = configuration.address.redact(message ?? handle.errorMessage)
    return StatementError(.connection, message: message.isEmpty ? "the connection was lost" : message)
  }
}

extension StatementError {
  /// Whether a prepared statement no longer fits the database, which changed since it was prepared: "cached
  /// plan must not change result type", or it is gone. Only a new connection prepares it anew.
  package var makesConnectionStale: Bool {
    reason == .statement(.featureNotSupported) || reason == .statement(.invalidStatementName)
  }
}

extension SQLState {
  static let featureNotSupported = SQLState(rawValue: "0A000")
  static let invalidStatementName = SQLState(rawValue: "26000")
  static let objectNotInPrerequisiteState = SQLState(rawValue: "55000")
  static let noActiveTransaction = SQLState(rawValue: "25P01")
  static let inFailedTransaction = SQLState(rawValue: "25P02")
  static let programLimitExceeded = SQLState(rawValue: "54000")
}
