import Gateway
import Logging
import Postgres
import SQL
import ServiceLifecycle

/// Looks for overdue assignments at the start of the server, for what a crash may have left undone, and then at the
/// beginning of every hour.
struct OverdueService: Service {
  let detection: OverdueDetection
  let admission: Admission
  let logger: Logger

  /// Until a pass that failed is tried again.
  private static let retry = Duration.seconds(60)

  func run() async throws {
    while !admission.isOpen && !Task.isShuttingDownGracefully { await sleep(.milliseconds(500)) }
    while !Task.isShuttingDownGracefully { await sleep(await pass()) }
  }

  /// - Returns: how long to wait for the next one.
  private func pass() async -> Duration {
    do {
      let result = try await detection.pass(logger: logger) { Task.isShuttingDownGracefully }
      // A second into the hour: the wait may end a little early.
      let wait = result.failures > 0 ? Self.retry : .seconds(result.secondsToNextHour + 1)
      logger.notice(
        "looked for overdue assignments",
        metadata: [
          "families": "\(result.checked)", "notifications": "\(result.notifications)",
          "failures": "\(result.failures)", "next": "in \(wait.components.seconds) s",
        ])
      return wait
    } catch {
      logger.error("could not look for overdue assignments", metadata: ["why": "\(error.message)"])
      return Self.retry
    }
  }

  private func sleep(_ duration: Duration) async {
    await cancelWhenGracefulShutdown { try? await Task.sleep(for: duration) }
  }
}
