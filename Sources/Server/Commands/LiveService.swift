import Gateway
import Logging
import Postgres
import ServiceLifecycle

/// Tells live queries of changes that others have made.
struct LiveService: Service {
  let watch: VersionWatch
  let pool: ConnectionPool
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown { await watch.run(pool, logger: logger) }
    // A service that ends would end the others.
    try? await gracefulShutdown()
  }
}
