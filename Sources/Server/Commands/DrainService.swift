import Gateway
import ServiceLifecycle

/// Says that the server is about to end, before it takes no more connections: `/ready` answers with 503, and each
/// answer ends its connection, while clients find another server.
struct DrainService: Service {
  let admission: Admission
  /// The time for which requests are still taken.
  let delay: Duration

  func run() async throws {
    try? await gracefulShutdown()
    admission.drain()
    try? await Task.sleep(for: delay)
  }
}
