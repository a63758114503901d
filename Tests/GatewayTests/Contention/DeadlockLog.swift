import Logging
import Synchronization

/// Collects the messages of gateways about changes that were given up in a deadlock.
final class DeadlockLog: Sendable {
  private let found = Mutex<[String]>([])

  var lines: [String] { found.withLock { $0 } }

  /// - Parameter pair: what was sent at the same time.
  func logger(of pair: String) -> Logger {
    Logger(label: "contention") { _ in Handler(pair: pair, log: self) }
  }

  private struct Handler: LogHandler {
    let pair: String
    let log: DeadlockLog
    var logLevel = Logger.Level.warning
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let message = "\(event.message)"
      if message.contains("deadlock") { log.found.withLock { $0.append("\(pair): \(message)") } }
    }
  }
}
