package import Logging
import SQL
import Domain

extension Gateway {
  /// How often this process has changed what is the viewer's.
  func ownChanges(of viewer: Viewer) -> UInt64 { answerMemory?.changes.count(of: viewer) ?? 0 }

  /// Wakes streams after changes of other processes, until the task is cancelled.
  package func watchVersions(logger: Logger) async { await wakeUp.watch.run(pool, logger: logger) }

  /// Tells other processes of changes of this one, until the task is cancelled.
  package func announceChanges(logger: Logger) async { await wakeUp.announcer?.run(pool, logger: logger) }

  /// Begins the stream of a subscription.
  /// - Parameter added: how the plan calls the row that each event is of; nil where the events are answers to a query.
  func stream(
    _ query: RunningQuery, added: String?, _ running: ExecutionContext, authorization: String?
  ) async throws(RequestFailure) -> any LiveStream {
    guard case .account(let account) = running.viewer, let seconds = secondsLeft(authorization) else {
      throw .unauthenticated
    }
    let wait = StreamWait(of: account, secondsLeft: seconds)
    let running = try StreamedRequest(running, of: query.operation)
    switch added.flatMap(StreamedRows.init(rawValue:)) {
    case nil: return try await LiveQuery(query, running, wait, gateway: self)
    case let rows?:
      return try await RowStream(query.plan, of: rows, query.scope, running, wait, for: account, gateway: self)
    }
  }

  /// A change was committed: those that wait for what it has touched are woken.
  func note(_ touched: Touched) {
    answerMemory?.changes.note(touched.owners)
    wakeUp.wake(touched)
  }
}
