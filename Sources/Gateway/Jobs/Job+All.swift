package import Logging
package import Postgres

extension Job {
  /// All jobs of a server.
  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - wakeUp: wakes those that wait for what a job has touched.
  ///   - files: deletes files that have ended.
  ///   - calendars: where calendars elsewhere are read; nil where none are.
  package static func all(
    _ options: JobOptions, pool: ConnectionPool, wakeUp: WakeUp, files upkeep: FileUpkeep, calendars: (any CalendarSource)? = nil,
    history: JobHistory, logger: Logger
  ) -> [Job] {
    let ofCalendars = calendars.map { [subscriptions(pool, wakeUp, $0, logger)] } ?? []
    return ofCalendars + [
      overdue(pool, wakeUp, history.overdue, logger),
      changes(pool, options),
      accounts(pool, wakeUp, options, logger),
      dismissals(pool, wakeUp),
      pickups(pool, wakeUp, options),
      announcements(pool, wakeUp),
      groups(pool, wakeUp),
      tickets(pool, wakeUp),
      reminders(pool, wakeUp),
      starts(pool, wakeUp),
      files(upkeep),
      messages(pool, options, history.messages, logger),
      pushes(pool, options, history.pushes, logger),
      webhooks(pool, wakeUp, options, history.webhooks),
    ]
  }
}
