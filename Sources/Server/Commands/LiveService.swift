import Gateway
import Logging
import ServiceLifecycle

/// Wakes live queries after changes of other processes.
struct LiveService: Service, CustomStringConvertible {
  let gateway: Gateway
  let logger: Logger

  /// Short: the service group traces its services, and the gateway leads to the whole schema.
  var description: String { "live queries" }

  func run() async throws {
    await cancelWhenGracefulShutdown { await gateway.watchVersions(logger: logger) }
    // A service that ends would end the others.
    try? await gracefulShutdown()
  }
}
