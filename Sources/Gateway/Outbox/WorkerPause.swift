import Logging

/// The growing pauses of a worker that cannot work, up to a minute.
struct WorkerPause {
  private static let shortest = Duration.seconds(1)
  private static let longest = Duration.seconds(60)

  private let signal: OutboxSignal
  private let logger: Logger
  private var latest = Duration.zero

  init(_ signal: OutboxSignal, _ logger: Logger) {
    self.signal = signal
    self.logger = logger
  }

  /// After something that worked.
  mutating func reset() { latest = .zero }

  /// Waits twice as long as the last time, or until the worker must end. A wake-up does not end the pause.
  /// - Parameters:
  ///   - failure: what cannot be done, for the log.
  ///   - channel: of the messages that wait.
  mutating func rest(_ failure: Logger.Message, _ why: String, channel: String) async {
    latest = min(max(latest * 2, Self.shortest), Self.longest)
    logger.warning(
      failure, metadata: ["why": "\(why)", "channel": "\(channel)", "next_seconds": "\(latest.components.seconds)"])
    let end = ContinuousClock.now + latest
    while !signal.isEnding, !Task.isCancelled, .now < end {
      await signal.wait(after: signal.generation, atMost: min(end - .now, .seconds(1)))
    }
  }
}
