import Logging
package import Postgres

/// Tells webhooks of events that start. Any number of processes may do so at the same time: each takes other families.
package struct EventStarts: Sendable {
  private let pool: ConnectionPool
  private let wakeUp: WakeUp?
  private let familiesAtOnce: Int32

  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - wakeUp: nil where nobody waits in this process.
  ///   - familiesAtOnce: of how many families one transaction looks at the events, which it locks.
  package init(pool: ConnectionPool, wakeUp: WakeUp? = nil, familiesAtOnce: Int = 200) {
    self.pool = pool
    self.wakeUp = wakeUp
    self.familiesAtOnce = Int32(clamping: familiesAtOnce)
  }

  /// Goes through all families that are due.
  /// - Parameter isStopping: asked before each transaction.
  /// - Returns: the number of families that it looked at.
  @discardableResult
  package func pass(isStopping: @Sendable () -> Bool = { false }) async throws -> Int {
    try await pool.repeated("start_events", atOnce: familiesAtOnce, waking: wakeUp, isStopping: isStopping)
  }
}

extension Job {
  static func starts(_ pool: ConnectionPool, _ wakeUp: WakeUp) -> Job {
    let starts = EventStarts(pool: pool, wakeUp: wakeUp)
    let interval = Duration.seconds(2)
    return Job("starts", failure: "webhooks were not told of events that start", retry: interval) { isStopping in
      try await starts.pass(isStopping: isStopping)
      return interval
    }
  }

  /// Reads the state of the outbox for the metrics, and removes messages that ended long ago.
  static func webhooks(
    _ pool: ConnectionPool, _ wakeUp: WakeUp, _ options: JobOptions, _ history: OutboxHistory<WebhookOutcome>
  ) -> Job {
    let outbox = WebhookOutbox(pool: pool, wakeUp: wakeUp)
    let interval = Duration.seconds(10)
    return Job("webhooks", failure: "messages to webhooks cannot be kept in order", at: .warning, retry: interval) { isStopping in
      try await outbox.forget(after: options.messageDays, isStopping: isStopping)
      history.note(givenUp: [], try await outbox.state())
      return interval
    }
  }
}
