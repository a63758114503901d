package import Logging

/// A task that a server runs again and again in the background.
package struct Job: Sendable {
  /// One run.
  /// - Parameter isStopping: whether the server stops; asked before each transaction.
  /// - Returns: the time until the next run.
  package typealias Pass = @Sendable (_ isStopping: @Sendable () -> Bool) async throws -> Duration

  /// The name in the log.
  package let name: String
  /// The log message of a run that fails.
  package let failure: String
  package let failureLevel: Logger.Level
  /// The time until the next run after one that fails.
  package let retry: Duration
  package let pass: Pass

  package init(
    _ name: String, failure: String, at level: Logger.Level = .error, retry: Duration = .day,
    pass: @escaping Pass
  ) {
    self.name = name
    self.failure = failure
    failureLevel = level
    self.retry = retry
    self.pass = pass
  }
}

extension Duration {
  package static var day: Duration { .seconds(86_400) }
}
