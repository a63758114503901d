import Mail
import Synchronization

/// The outcomes of the messages that this process has sent, and the last state that it saw of the outbox.
package final class OutboxHistory: Sendable {
  package struct Summary: Sendable {
    package var sent = 0
    package var failed = 0
    package var unknown = 0
    /// Tries that are repeated.
    package var retries = 0
    /// How often the mail server or the webhook could not be reached.
    package var troubles = 0
    package var waiting: Int?
    package var oldestSeconds: Int?
  }

  private let state = Mutex(Summary())

  package init() {}

  package var summary: Summary { state.withLock { $0 } }

  /// - Parameter finished: the state of a message after a try; nil if somebody else has ended it.
  func note(_ finished: String?) {
    state.withLock { summary in
      switch finished {
      case "SENT": summary.sent += 1
      case "FAILED": summary.failed += 1
      case "UNKNOWN": summary.unknown += 1
      case "WAITING": summary.retries += 1
      default: break
      }
    }
  }

  func noteTrouble() { state.withLock { $0.troubles += 1 } }

  package func note(givenUp: [GivenUpMessage], waiting: Int, oldestSeconds: Int) {
    state.withLock { summary in
      summary.unknown += givenUp.count(where: \.isUnknown)
      summary.failed += givenUp.count { !$0.isUnknown }
      summary.waiting = waiting
      summary.oldestSeconds = oldestSeconds
    }
  }
}
