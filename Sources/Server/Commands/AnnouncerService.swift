import Gateway
import Logging
import Postgres
import ServiceLifecycle

/// Tells other servers of the changes of this one.
struct AnnouncerService: Service {
  let announcer: ChangeAnnouncer
  let pool: ConnectionPool
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown { await announcer.run(pool, logger: logger) }
    try? await gracefulShutdown()
  }
}
