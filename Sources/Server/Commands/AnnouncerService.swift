import Gateway
import Logging
import ServiceLifecycle

/// Tells other servers of the changes of this one.
struct AnnouncerService: Service {
  let gateway: Gateway
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown { await gateway.announceChanges(logger: logger) }
    try? await gracefulShutdown()
  }
}
