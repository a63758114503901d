package import Push
import Synchronization

/// The outcomes of the pushes that this process has sent, by service, and the last state that it saw of the outbox.
package final class PushHistory: Sendable {
  package struct Summary: Sendable {
    package var outcomes: [PushService: [FinishedPush.Result: Int]] = [:]
    /// Pushes of processes that did not come back.
    package var lost = 0
    /// Pushes that were tried, and expired.
    package var expired = 0
    package var state: PushOutboxState?

    package func count(_ result: FinishedPush.Result, _ service: PushService) -> Int { outcomes[service]?[result] ?? 0 }
  }

  private let summaryState = Mutex(Summary())

  package init() {}

  package var summary: Summary { summaryState.withLock { $0 } }

  func note(_ result: FinishedPush.Result, by service: PushService) {
    summaryState.withLock { $0.outcomes[service, default: [:]][result, default: 0] += 1 }
  }

  package func note(givenUp: [GivenUpMessage], _ state: PushOutboxState) {
    summaryState.withLock { summary in
      summary.lost += givenUp.count(where: \.isUnknown)
      summary.expired += givenUp.count { !$0.isUnknown }
      summary.state = state
    }
  }
}
