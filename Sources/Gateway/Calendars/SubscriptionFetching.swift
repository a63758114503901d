import Domain
package import Logging
import Planning
package import Postgres
import SQL

/// Reads the calendars elsewhere that families subscribe to, each every hour. Any number of processes may do so at the same time: each takes
/// others.
package struct SubscriptionFetching: Sendable {
  private let pool: ConnectionPool
  private let wakeUp: WakeUp?
  private let source: any CalendarSource
  private let atOnce: Int32

  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - wakeUp: nil where nobody waits in this process.
  ///   - atOnce: how many calendars are read side by side.
  package init(pool: ConnectionPool, source: any CalendarSource, wakeUp: WakeUp? = nil, atOnce: Int = 8) {
    self.pool = pool
    self.source = source
    self.wakeUp = wakeUp
    self.atOnce = Int32(clamping: atOnce)
  }

  private struct Due: Sendable {
    let home: UUIDValue
    let subscription: UUIDValue
    let url: String
    let zone: String
    let today: String
    let digest: [UInt8]
  }

  /// Goes through all that are due.
  /// - Parameter isStopping: asked before each batch.
  /// - Returns: the number of calendars that it read, or tried to.
  @discardableResult
  package func pass(logger: Logger, isStopping: @Sendable () -> Bool = { false }) async throws -> Int {
    var count = 0
    while !isStopping() {
      let due = try await claim()
      if due.isEmpty { return count }
      count += due.count
      await withTaskGroup(of: Void.self) { group in
        for subscription in due {
          group.addTask {
            do {
              try await fetch(subscription)
            } catch {
              // It is taken again in some minutes.
              logger.error("a calendar was not stored", metadata: ["subscription": "\(subscription.subscription)", "why": "\(error)"])
            }
          }
        }
      }
    }
    return count
  }

  private func claim() async throws -> [Due] {
    let statement: SQL = """
      SELECT home_id, subscription_id, url, zone, today::text, coalesce(digest, '') FROM claim_subscriptions(\(bind: .int4(atOnce)))
      """
    let rows = try await pool.transaction([statement.statement], waking: nil)[0]
    return (0..<rows.count).compactMap { row in
      guard let home = rows.uuid(row: row, column: 0), let subscription = rows.uuid(row: row, column: 1), let url = rows.text(row: row, column: 2),
        let zone = rows.text(row: row, column: 3), let today = rows.text(row: row, column: 4)
      else { return nil }
      return Due(
        home: home, subscription: subscription, url: url, zone: zone, today: today,
        digest: rows.withCell(row: row, column: 5) { Array($0) })
    }
  }

  private func fetch(_ due: Due) async throws {
    switch await source.calendar(at: due.url) {
    case .failure(let why): try await store(due, nil, problem: why)
    case .text(let text):
      if SubscribedCalendar.digest(text, today: due.today) == due.digest {
        try await store(due, nil, problem: nil)
        return
      }
      let calendar: SubscribedCalendar
      do throws(SubscribedCalendar.Problem) {
        calendar = try SubscribedCalendar(text, subscription: due.subscription, zone: due.zone, today: due.today)
      } catch {
        try await store(due, nil, problem: error.message)
        return
      }
      do throws(StatementError) {
        try await store(due, calendar, problem: nil)
      } catch {
        // The family has no room for it: another try in some minutes would end in the same way.
        guard case .refused(let message, _, _, _) = MutationFailure.statement(error) else { throw error }
        try await store(due, nil, problem: message)
      }
    }
  }

  private func store(_ due: Due, _ calendar: SubscribedCalendar?, problem: String?) async throws(StatementError) {
    let digest: SQLValue = calendar.map { .literal("\\x" + Self.hexadecimal($0.digest), .bytea) } ?? .null(.bytea)
    let text: SQLValue = problem.map { .text($0) } ?? .null(.text)
    let occurrences: SQLValue = calendar.map { .text($0.occurrences) } ?? .null(.text)
    let statement: SQL = """
      SELECT store_subscription(\(bind: .uuid(due.home)), \(bind: .uuid(due.subscription)), \(bind: .text(due.url)), \
      \(bind: digest), \(bind: text), \(bind: occurrences)::jsonb)
      """
    _ = try await pool.transaction([statement.statement], waking: wakeUp)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension Job {
  static func subscriptions(_ pool: ConnectionPool, _ wakeUp: WakeUp, _ source: any CalendarSource, _ logger: Logger) -> Job {
    let fetching = SubscriptionFetching(pool: pool, source: source, wakeUp: wakeUp)
    let interval = Duration.seconds(10)
    return Job("subscriptions", failure: "calendars elsewhere could not be read", retry: interval) { isStopping in
      try await fetching.pass(logger: logger, isStopping: isStopping)
      return interval
    }
  }
}
