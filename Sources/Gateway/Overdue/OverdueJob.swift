import Foundation
import Logging
import Postgres

extension Job {
  /// Looks for overdue assignments at the start of the server, for families that a crash may have left out, and then at
  /// the beginning of every hour.
  static func overdue(_ pool: ConnectionPool, _ wakeUp: WakeUp, _ history: OverdueHistory, _ logger: Logger) -> Job {
    let detection = OverdueDetection(pool: pool, wakeUp: wakeUp)
    let retry = Duration.seconds(60)
    return Job("overdue", failure: "could not look for overdue assignments", retry: retry) { isStopping in
      let result: OverdueDetection.Result
      do {
        result = try await detection.pass(logger: logger, isStopping: isStopping)
      } catch {
        history.noteFailure()
        throw error
      }
      history.note(result, at: Date().timeIntervalSince1970)
      // A second into the hour: the wait may end a little early.
      let wait = result.failures > 0 ? retry : .seconds(result.secondsToNextHour + 1)
      logger.notice(
        "looked for overdue assignments",
        metadata: [
          "families": .stringConvertible(result.checked), "notifications": .stringConvertible(result.notifications),
          "failures": .stringConvertible(result.failures), "next_seconds": .stringConvertible(wait.components.seconds),
        ])
      return wait
    }
  }
}
