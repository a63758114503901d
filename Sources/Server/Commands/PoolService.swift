import Postgres
import ServiceLifecycle

/// The connections as a service: they are closed once no request needs them any more.
struct PoolService: Service {
  let pool: ConnectionPool

  func run() async throws {
    try? await gracefulShutdown()
    await pool.shutdown()
  }
}
