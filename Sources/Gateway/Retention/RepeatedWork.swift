package import Postgres

/// Work that a function of the database does when it is due, a part in each transaction. Any number of processes may do it at the same
/// time: each takes rows that no other has.
package struct RepeatedWork: Sendable {
  private let function: String
  private let atOnce: Int32
  private let pool: ConnectionPool
  private let wakeUp: WakeUp?

  /// - Parameters:
  ///   - function: takes how much one call does, and returns how much it has done: see `ConnectionPool.repeated`.
  ///   - pool: of the role `hatched_worker`.
  ///   - wakeUp: nil where nobody waits in this process.
  private init(_ function: String, atOnce: Int, _ pool: ConnectionPool, _ wakeUp: WakeUp?) {
    self.function = function
    self.atOnce = Int32(clamping: atOnce)
    self.pool = pool
    self.wakeUp = wakeUp
  }

  /// Goes through all that is due.
  /// - Parameter isStopping: asked before each transaction.
  /// - Returns: how much was done.
  @discardableResult
  package func pass(isStopping: @Sendable () -> Bool = { false }) async throws -> Int {
    try await pool.repeated(function, atOnce: atOnce, waking: wakeUp, isStopping: isStopping)
  }
}

extension RepeatedWork {
  /// The end of dismissals that are open when their school day ends. Reads show `EXPIRED` even before.
  /// - Parameter atOnce: of how many dismissals one transaction takes the families.
  package static func endOfDismissals(_ pool: ConnectionPool, _ wakeUp: WakeUp? = nil, atOnce: Int = 200) -> RepeatedWork {
    RepeatedWork("expire_dismissals", atOnce: atOnce, pool, wakeUp)
  }

  /// Tells staff and parents of the students who are still waiting when their school's hours for pickup have ended.
  /// - Parameter atOnce: of how many dismissals one transaction takes the families.
  package static func waitingStudents(_ pool: ConnectionPool, _ wakeUp: WakeUp? = nil, atOnce: Int = 200) -> RepeatedWork {
    RepeatedWork("notify_left_waiting", atOnce: atOnce, pool, wakeUp)
  }

  /// Tells families of the urgent announcements and the new events of their schools, and people of messages, once.
  /// - Parameter atOnce: how many families one transaction tells, and locks.
  package static func tellings(_ pool: ConnectionPool, _ wakeUp: WakeUp? = nil, atOnce: Int = 50) -> RepeatedWork {
    RepeatedWork("tell_school", atOnce: atOnce, pool, wakeUp)
  }

  /// Tells families of news of their groups.
  package static func groupTellings(_ pool: ConnectionPool, _ wakeUp: WakeUp? = nil) -> RepeatedWork {
    RepeatedWork("tell_groups", atOnce: 1, pool, wakeUp)
  }

  /// Tells members of families of messages of their conversations.
  package static func messageTellings(_ pool: ConnectionPool, _ wakeUp: WakeUp? = nil) -> RepeatedWork {
    RepeatedWork("tell_messages", atOnce: 1, pool, wakeUp)
  }

  /// Closes answered tickets to which nobody has written for 14 days.
  /// - Parameter atOnce: for how many tickets one transaction looks, whose families it locks.
  package static func silentTickets(_ pool: ConnectionPool, _ wakeUp: WakeUp? = nil, atOnce: Int = 50) -> RepeatedWork {
    RepeatedWork("close_silent_tickets", atOnce: atOnce, pool, wakeUp)
  }
}

extension Job {
  static func dismissals(_ pool: ConnectionPool, _ wakeUp: WakeUp) -> Job {
    Job(
      "dismissals", failure: "dismissals of days that have ended are still open", every: .seconds(60),
      [.waitingStudents(pool, wakeUp), .endOfDismissals(pool, wakeUp)])
  }

  static func announcements(_ pool: ConnectionPool, _ wakeUp: WakeUp) -> Job {
    Job(
      "announcements", failure: "families have not been told of urgent announcements", every: .seconds(2), [.tellings(pool, wakeUp)])
  }

  static func groups(_ pool: ConnectionPool, _ wakeUp: WakeUp) -> Job {
    Job(
      "groups", failure: "families have not been told of news of their groups", every: .seconds(2),
      [.groupTellings(pool, wakeUp), .messageTellings(pool, wakeUp)])
  }

  static func tickets(_ pool: ConnectionPool, _ wakeUp: WakeUp) -> Job {
    Job("tickets", failure: "silent tickets could not be closed", every: .seconds(600), [.silentTickets(pool, wakeUp)])
  }

  private init(_ name: String, failure: String, every interval: Duration, _ works: [RepeatedWork]) {
    self.init(name, failure: failure, retry: interval) { isStopping in
      for work in works { try await work.pass(isStopping: isStopping) }
      return interval
    }
  }
}
