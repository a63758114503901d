import Foundation
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
  var history = OverdueHistory()

  /// Until a pass that failed is tried again.
  private static let retry = Duration.seconds(60)

  func run() async throws {
    while !admission.isOpen && !isEnding { await sleep(.milliseconds(500)) }
    while !isEnding { await sleep(await pass()) }
  }

  /// Whether the server stops, or another of its services has failed.
  private var isEnding: Bool { Task.isShuttingDownGracefully || Task.isCancelled }

  /// - Returns: how long to wait for the next one.
  private func pass() async -> Duration {
    do {
      let result = try await detection.pass(logger: logger) { isEnding }
      history.note(result, at: Date().timeIntervalSince1970)
      // A second into the hour: the wait may end a little early.
      let wait = result.failures > 0 ? Self.retry : .seconds(result.secondsToNextHour + 1)
      logger.notice(
        "looked for overdue assignments",
        metadata: [
          "families": .stringConvertible(result.checked), "notifications": .stringConvertible(result.notifications),
          "failures": .stringConvertible(result.failures), "next_seconds": .stringConvertible(wait.components.seconds),
        ])
      return wait
    } catch {
      history.noteFailure()
      logger.error("could not look for overdue assignments", metadata: ["why": "\(error.message)"])
      return Self.retry
    }
  }

  private func sleep(_ duration: Duration) async {
    await cancelWhenGracefulShutdown { try? await Task.sleep(for: duration) }
  }
}
