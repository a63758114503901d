package import Logging
package import Postgres

extension Job {
  /// All jobs of a server.
  /// - Parameter pool: of the role `hatched_worker`.
  package static func all(_ options: JobOptions, pool: ConnectionPool, history: JobHistory, logger: Logger) -> [Job] {
    [
      overdue(pool, history.overdue, logger),
      changes(pool, options),
      accounts(pool, options, logger),
      dismissals(pool),
      pickups(pool, options),
      messages(pool, options, history.messages, logger),
      pushes(pool, options, history.pushes, logger),
    ]
  }
}
