package import Logging
package import Postgres
import SQL
import Domain
import Synchronization

/// Tells the other gateways on the database what this one has changed, by transactions that only notify. Changes that
/// come close together go in one. Polling finds changes that could not be announced.
package final class ChangeAnnouncer: Sendable {
  /// Between two notifications: NOTIFY holds a lock on all commits of the cluster until it has flushed.
  private static let interval = Duration.milliseconds(10)
  /// The most names that wait to be told.
  private static let maximumWaiting = 16 * ChangeHints.maximumNames

  let hints: ChangeHints
  private let waiting = Mutex(Set<UInt64>())
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  package init(_ hints: ChangeHints) {
    self.hints = hints
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Rows of these families and accounts have changed.
  func note(_ owners: [UUIDValue]) {
    let names = owners.map(hints.name(of:))
    waiting.withLock { waiting in
      if waiting.count < Self.maximumWaiting { waiting.formUnion(names) }
    }
    signal.yield()
  }

  /// Tells what is noted, until the task is cancelled.
  package func run(_ pool: ConnectionPool, logger: Logger) async {
    var isFailing = false
    for await _ in signals {
      while let payload = next() {
        do throws(StatementError) {
          let statement = Statement(
            text: "SELECT pg_notify($1, $2)", binds: [.text("\(ChangeHints.channel)"), .text(payload)])
          _ = try await pool.snapshot([statement], for: .process)
          isFailing = false
        } catch {
          if !isFailing { logger.warning("other servers cannot be told of changes now", metadata: ["why": "\(error.message)"]) }
          isFailing = true
        }
        if (try? await Task.sleep(for: Self.interval)) == nil { return }
      }
    }
  }

  private func next() -> String? {
    let names = waiting.withLock { waiting -> [UInt64] in
      let names = Array(waiting.prefix(ChangeHints.maximumNames))
      waiting.subtract(names)
      return names
    }
    return names.isEmpty ? nil : hints.payload(names)
  }
}
