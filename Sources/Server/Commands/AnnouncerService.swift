import Gateway
import Logging
import ServiceLifecycle

/// Tells other servers of the changes of this one.
struct AnnouncerService: Service, CustomStringConvertible {
  let gateway: Gateway
  let logger: Logger

  /// Short: the service group traces its services, and the gateway leads to the whole schema.
  var description: String { "announcements of changes" }

  func run() async throws {
    await cancelWhenGracefulShutdown { await gateway.announceChanges(logger: logger) }
    try? await gracefulShutdown()
  }
}
