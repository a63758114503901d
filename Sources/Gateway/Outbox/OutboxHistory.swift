import Synchronization

/// Counts the outcomes of the messages that this process has sent, and keeps the state that it last read from the
/// outbox.
package final class OutboxHistory<Outcome: Hashable & Sendable>: Sendable {
  package struct Summary: Sendable {
    package var outcomes: [Outcome: Int] = [:]
    /// Messages of processes that did not come back.
    package var lost = 0
    /// Messages that expired before a try succeeded.
    package var expired = 0
    /// How often the service that takes the messages could not be reached.
    package var troubles = 0
    /// Nil before the first look.
    package var state: OutboxState?

    package func count(_ outcome: Outcome) -> Int { outcomes[outcome] ?? 0 }
  }

  private let summaryState = Mutex(Summary())

  package init() {}

  package var summary: Summary { summaryState.withLock { $0 } }

  func note(_ outcome: Outcome) { summaryState.withLock { $0.outcomes[outcome, default: 0] += 1 } }

  func noteTrouble() { summaryState.withLock { $0.troubles += 1 } }

  func note(givenUp: [GivenUpMessage], _ state: OutboxState) {
    summaryState.withLock { summary in
      summary.lost += givenUp.count(where: \.isUnknown)
      summary.expired += givenUp.count { !$0.isUnknown }
      summary.state = state
    }
  }
}
