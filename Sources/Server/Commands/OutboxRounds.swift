import Gateway
import Logging
import ServiceLifecycle

/// The parts that the services of the outbox have in common: their start, and the rounds that keep the outbox in order.
struct OutboxRounds: Sendable {
  let admission: Admission
  let hint: OutboxSignal
  let logger: Logger

  /// The interval of the search for abandoned messages.
  private static let interval = Duration.seconds(10)
  /// The time for which messages that are under way may go on once the server is told to end.
  static let patience = Duration.seconds(4)

  /// Returns once requests are answered, or the server is told to end.
  func waitForAdmission() async {
    while !admission.isOpen && !Task.isShuttingDownGracefully && !Task.isCancelled {
      await cancelWhenGracefulShutdown { try? await Task.sleep(for: .milliseconds(100)) }
    }
  }

  /// Runs `round` again and again, until the end.
  /// - Parameter failure: of a round, for the log.
  func run(failure: Logger.Message, _ round: () async throws -> Void) async {
    while !hint.isEnding && !Task.isCancelled {
      do {
        try await round()
      } catch {
        logger.warning(failure, metadata: ["why": "\(error)"])
      }
      let end = ContinuousClock.now + Self.interval
      while !hint.isEnding, !Task.isCancelled, .now < end {
        await hint.wait(after: hint.generation, atMost: end - .now)
      }
    }
  }
}
