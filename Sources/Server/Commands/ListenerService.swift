import Gateway
import Logging
import Postgres
import SQL
import ServiceLifecycle
import Synchronization

/// Wakes live queries when other servers tell of changes.
struct ListenerService: Service {
  let listener: Listener
  let watch: VersionWatch
  let logger: Logger

  func run() async throws {
    // A database that is down is logged once.
    let isLost = Mutex(false)
    await cancelWhenGracefulShutdown {
      await listener.run { event in
        switch event {
        case .began:
          isLost.withLock { $0 = false }
          logger.info("listening to other servers")
        case .heard(let payloads): watch.hear(payloads)
        case .lost(let error):
          guard !isLost.withLock({ lost in
            defer { lost = true }
            return lost
          }) else { return }
          logger.warning("other servers cannot be heard now", metadata: ["why": "\(error.message)"])
        }
      }
    }
    // A service that ends would end the others.
    try? await gracefulShutdown()
  }
}
