import Gateway
import GraphQL
import Logging
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Assignments due at a time that the clock shows twice, or never: the clock of the family is put back or forward
/// about now.
@Suite(.serialized) struct ClockChangeTests {
  private static let database = Task { try await SchoolDatabase("clock_change") }

  /// A due moment by a clock that is an hour ahead from `summer` to `winter`.
  struct Due: CustomTestStringConvertible {
    /// How far winter's clock is ahead of UTC.
    var offset: SQL = "interval '0'"
    let summer: SQL
    let winter: SQL
    /// By the family's clock.
    let due: SQL
    var hasTime = true
    let isOverdue: Bool
    let testDescription: String
  }

  /// The time in UTC, to the second.
  private static let now: SQL = "date_trunc('second', now() AT TIME ZONE 'UTC')"
  /// With this offset it is 00:45 in summer.
  private static let nearMidnight: SQL = """
    ((interval '23:45' - \(now)::time::interval) - CASE WHEN \(now)::time < '11:45' THEN interval '24:00' ELSE '0' END)
    """

  @Test(
    "A due time that comes twice counts the second time, one that is skipped as if it had not been; a day ends once",
    arguments: [
      // Half an hour ago the clock was put back: what it shows in this hour it has shown before.
      Due(
        summer: "\(now) - interval '100 days'", winter: "\(now) - interval '30 minutes'",
        due: "\(now) + interval '15 minutes'", isOverdue: false,
        testDescription: "first 45 minutes ago, again in 15 minutes"),
      Due(
        summer: "\(now) - interval '100 days'", winter: "\(now) - interval '30 minutes'",
        due: "\(now) - interval '15 minutes'", isOverdue: true,
        testDescription: "first 75 minutes ago, again 15 minutes ago"),
      // Half an hour ago it was put forward: what it would have shown in this hour it never does.
      Due(
        summer: "\(now) - interval '30 minutes'", winter: "\(now) + interval '100 days'",
        due: "\(now) + interval '15 minutes'", isOverdue: false,
        testDescription: "skipped, 45 minutes after the change"),
      Due(
        summer: "\(now) - interval '30 minutes'", winter: "\(now) + interval '100 days'",
        due: "\(now) - interval '15 minutes'", isOverdue: true,
        testDescription: "skipped, 15 minutes after the change"),
      // It is 00:45, and at one midnight comes again.
      Due(
        offset: nearMidnight, summer: "\(now) - interval '100 days'", winter: "\(now) + interval '15 minutes'",
        due: "\(now) + \(nearMidnight) + interval '1 hour' - interval '1 day'", hasTime: false, isOverdue: true,
        testDescription: "by the end of a day whose midnight comes twice"),
      Due(
        offset: nearMidnight, summer: "\(now) - interval '100 days'", winter: "\(now) + interval '15 minutes'",
        due: "\(now) + \(nearMidnight) + interval '1 hour'", hasTime: false, isOverdue: false,
        testDescription: "by the end of a day that begins twice"),
    ])
  func changes(_ due: Due) async throws {
    try await Conversation.with(Self.database) { talk in
      try await liveByClock(of: due, talk)
      let id = try await talk.newAssignment(of: talk.ada)
      try await talk.database.run(
        """
        UPDATE assignments SET created_at = now() - interval '3 days', due_date = (\(due.due))::date, due_time = \(due.hasTime ? "(\(due.due))::time" : "NULL")
        WHERE id::text = \(bind: .text(id))
        """)
      let data = try await talk.ask(#"{ assignment(id: "\#(id)") { state isOverdue dueDate dueTime } }"#, as: talk.ada)
      #expect(data.at("assignment", "isOverdue") == .bool(due.isOverdue))
      #expect(data.at("assignment", "state")?.string == (due.isOverdue ? "OVERDUE" : "OPEN"))
      let told = try await tell(talk, of: id)
      #expect(told == (due.isOverdue ? "3" : "0"))
    }
  }

  /// Gives the demonstration family a time zone of its own: the rules of a time zone are names, too — POSIX, `TZ`.
  private func liveByClock(of due: Due, _ talk: Conversation) async throws {
    func offset(_ interval: SQL) -> SQL {
      // Hours behind UTC.
      """
      (CASE WHEN \(interval) > '0' THEN '-' ELSE '+' END
        || to_char(greatest(\(interval), -(\(interval))), 'HH24:MI:SS'))
      """
    }
    /// A change of the clock, by the clock before it.
    func change(_ local: SQL) -> SQL {
      "((extract(doy FROM \(local))::int - 1) || '/' || to_char(\(local), 'HH24:MI:SS'))"
    }
    let (winter, summer): (SQL, SQL) = (due.offset, "(\(due.offset) + interval '1 hour')")
    try await talk.database.run(
      """
      UPDATE families SET time_zone = 'WIN' || \(offset(winter)) || 'SUM' || \(offset(summer))
        || ',' || \(change("(\(due.summer) + \(winter))")) || ',' || \(change("(\(due.winter) + \(summer))"))
      WHERE family_id = \(bind: .uuid(DemonstrationFamily.id))
      """)
  }

  /// How many members are told of an assignment by the next look for what is overdue.
  private func tell(_ talk: Conversation, of assignment: String) async throws -> String {
    try await talk.database.run("UPDATE overdue_checks SET hour = hour - interval '1 day'")
    let pool = try ConnectionPool(PoolConfiguration(address: talk.database.superuser.user("hatched_worker")))
    let result = try await OverdueDetection(pool: pool).pass(
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    await pool.shutdown()
    #expect(result.failures == 0)
    return try await talk.text(
      "SELECT count(*)::text FROM notifications WHERE kind = 'OVERDUE' AND assignment_id::text = \(bind: .text(assignment))")
  }
}
