import Gateway
import Logging
import Postgres
import ServiceLifecycle

/// Forgets old changes once a day, and at the start of the server.
struct ChangeRetentionService: Service {
  let retention: ChangeRetention
  let admission: Admission
  let logger: Logger

  func run() async throws {
    while !admission.isOpen && !isEnding { await sleep(.milliseconds(500)) }
    while !isEnding {
      do {
        try await retention.pass { isEnding }
      } catch {
        logger.error("old changes could not be forgotten", metadata: ["why": "\(error)"])
      }
      await sleep(.seconds(86_400))
    }
  }

  /// Whether the server stops, or another of its services has failed.
  private var isEnding: Bool { Task.isShuttingDownGracefully || Task.isCancelled }

  private func sleep(_ duration: Duration) async {
    await cancelWhenGracefulShutdown { try? await Task.sleep(for: duration) }
  }
}
