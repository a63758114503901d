import GraphQL
import SQL
import Domain
import Synchronization

/// Keeps the record of a request while the stages of its way add to it.
package final class RequestRecorder: Sendable {
  private let state = Mutex(RequestRecord())

  package init() {}

  package var record: RequestRecord { state.withLock { $0 } }

  func note(_ viewer: Viewer) {
    guard case .account(let account) = viewer else { return }
    state.withLock { $0.account = account.accountID }
  }

  func note(_ operation: PreparedOperation) { state.withLock { $0.operation = operation } }

  /// The database has confirmed the session of the viewer, or has made one of which the answer tells.
  func confirm(_ viewer: Viewer) {
    guard case .account(let account) = viewer else { return }
    state.withLock { $0.confirmedAccount = account.accountID }
  }

  func note(_ errors: [GraphQLError]) {
    guard !errors.isEmpty else { return }
    state.withLock { $0.errors = errors.map(\.code) }
  }

  /// Finds the series of the operation. An operation that is kept asks for it once.
  func end(_ names: OperationNames) {
    state.withLock { record in
      guard let operation = record.operation else { return }
      record.series = operation.series(in: names, by: record.confirmedAccount)
    }
  }

  /// Keeps each statement with its rows and its time: see `StatementRun`.
  func keepRuns() { state.withLock { $0.trips = [] } }

  private var keepsRuns: Bool { state.withLock { $0.trips != nil } }

  /// Sends statements, in one round trip, and counts them and what comes back.
  func counted(
    _ statements: [Statement], _ send: ([Statement]) async throws(StatementError) -> [Rows]
  ) async throws(StatementError) -> [Rows] {
    let start = ContinuousClock.now
    do throws(StatementError) {
      let rows: [Rows]
      if keepsRuns {
        let (own, runs) = try await StatementRun.timed(statements, send)
        rows = own
        state.withLock { $0.trips?.append(runs) }
      } else {
        rows = try await send(statements)
      }
      add(statements, rows, since: start)
      return rows
    } catch {
      add(statements, [], since: start)
      throw error
    }
  }

  private func add(_ statements: [Statement], _ rows: [Rows], since start: ContinuousClock.Instant) {
    let time = start.duration(to: .now)
    state.withLock { record in
      record.databaseTime += time
      record.statements += statements.count
      record.roundTrips += 1
      for rows in rows { record.rows += rows.count }
      if record.sent.isEmpty {
        record.sent = statements
      } else if record.sent.count < RequestRecord.maximumSent {
        record.sent += statements
      }
    }
  }
}
