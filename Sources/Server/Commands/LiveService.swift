import Gateway
import Logging
import ServiceLifecycle

/// Wakes live queries after changes of other processes.
struct LiveService: Service {
  let gateway: Gateway
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown { await gateway.watchVersions(logger: logger) }
    // A service that ends would end the others.
    try? await gracefulShutdown()
  }
}
