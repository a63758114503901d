import Gateway
import Logging
import ServiceLifecycle

/// Removes old rows at the start of the server, and then from time to time.
struct RetentionService: Service {
  /// The log message of a pass that fails.
  let failure: Logger.Message
  let admission: Admission
  let logger: Logger
  /// Removes old rows, until its argument returns true. Returns the time until the next pass.
  let pass: @Sendable (_ isStopping: @Sendable () -> Bool) async throws -> Duration

  /// The time between two passes, where a pass does not choose another one.
  static let interval = Duration.seconds(86_400)

  func run() async throws {
    while !admission.isOpen && !isEnding { await sleep(.milliseconds(500)) }
    while !isEnding {
      var pause = Self.interval
      do {
        pause = try await pass { isEnding }
      } catch {
        logger.error(failure, metadata: ["why": "\(error)"])
      }
      await sleep(pause)
    }
  }

  /// Whether the server stops, or another of its services has failed.
  private var isEnding: Bool { Task.isShuttingDownGracefully || Task.isCancelled }

  private func sleep(_ duration: Duration) async {
    await cancelWhenGracefulShutdown { try? await Task.sleep(for: duration) }
  }
}
