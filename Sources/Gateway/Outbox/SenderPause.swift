import Logging

/// The growing pauses of a sender that cannot work, up to a minute.
struct SenderPause {
  private static let shortest = Duration.seconds(1)
  private static let longest = Duration.seconds(60)

  private let hint: OutboxSignal
  private let logger: Logger
  private var latest = Duration.zero

  init(_ hint: OutboxSignal, _ logger: Logger) {
    self.hint = hint
    self.logger = logger
  }

  /// After something that worked.
  mutating func reset() { latest = .zero }

  /// Waits twice as long as the last time, or until the sender is to end. A hint does not end the pause.
  /// - Parameters:
  ///   - failure: what cannot be done, for the log.
  ///   - channel: of the messages that wait.
  mutating func rest(_ failure: Logger.Message, _ why: String, channel: String) async {
    latest = min(max(latest * 2, Self.shortest), Self.longest)
    logger.warning(failure, metadata: ["why": "\(why)", "channel": "\(channel)", "next_seconds": "\(latest.components.seconds)"])
    let end = ContinuousClock.now + latest
    while !hint.isEnding, !Task.isCancelled, .now < end {
      await hint.wait(after: hint.generation, atMost: min(end - .now, .seconds(1)))
    }
  }
}
