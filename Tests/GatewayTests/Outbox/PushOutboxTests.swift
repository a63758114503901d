import Gateway
import Push
import SQL
import SampleData
import TestSupport
import Testing

/// Pushes in the database: which notifications become pushes, what a claim returns, and what an outcome leaves.
@Suite struct PushOutboxTests {
  private static let kinds = ["HELP_REQUEST", "JOIN_REQUEST", "OVERDUE", "MESSAGE", "PICKUP", "SCHOOL_MESSAGE"]

  @Test func `Every kind of notification becomes a push for each device of its recipient, with all that its text needs`() async throws {
    try await PushGround.run("push_kinds") { ground in
      try await ground.register("c3d4", of: ground.parent, "ANDROID")
      try await ground.register("e5f6", of: ground.student)
      for kind in Self.kinds { try await ground.notify(kind, title: "Of \(kind)") }
      let pushes = try await ground.claim()
      #expect(pushes.count == 12 && Set(pushes.map(\.kind)) == Set(Self.kinds))
      #expect(Set(pushes.map(\.token)) == ["a1b2", "c3d4"])
      #expect(pushes.allSatisfy { $0.title == "Of \($0.kind)" && $0.body == "B" && !$0.showsNames && $0.attempts == 0 })
      #expect(pushes.allSatisfy { $0.service == ($0.token == "a1b2" ? .apns : .fcm) })
      let student = try #require(pushes.first?.student)
      #expect(student == ground.student.member)
      let unread = try await ground.database.run(
        """
        SELECT count(*)::int4 FROM notifications WHERE recipient_id = \(bind: .uuid(ground.parent.member)) AND read_at IS NULL \
        AND deleted_at IS NULL
        """
      ).int4(row: 0, column: 0)
      #expect(pushes.allSatisfy { Int32($0.unread) == unread })
      // Committed, before anything is sent.
      #expect(try await ground.count("state = 'SENDING'") == 12)
      #expect(try await ground.claim(held: pushes.map(\.id)).isEmpty)
      // A push for a dismissal is worth half an hour, for help twelve hours, for others a day.
      #expect(try await ground.count("kind = 'pickup' AND expires_at - created_at = interval '30 minutes'") == 2)
      #expect(try await ground.count("kind = 'help-request' AND expires_at - created_at = interval '12 hours'") == 2)
      #expect(try await ground.count("expires_at - created_at = interval '1 day'") == 8)
    }
  }

  @Test func `A change that is rolled back pushes nothing`() async throws {
    try await PushGround.run("push_undone") { ground in
      try await ground.notify(undone: true)
      #expect(try await ground.count() == 0)
    }
  }

  @Test func `Where no server has had keys for a day nothing is put into the outbox`() async throws {
    try await PushGround.run("push_nobody", services: []) { ground in
      try await ground.notify()
      #expect(try await ground.count() == 0)
      #expect(try await ground.claim([.fcm]).isEmpty)
      try await ground.notify()
      #expect(try await ground.count() == 0, "the recipient has no device of Android")
      #expect(try await ground.claim([.apns]).isEmpty)
      try await ground.notify()
      #expect(try await ground.count() == 1)
      // Another server without keys for APNs leaves it alone.
      #expect(try await ground.claim([.fcm]).isEmpty)
      try await ground.database.run("UPDATE push_senders SET seen_at = now() - interval '25 hours'")
      try await ground.notify()
      #expect(try await ground.count() == 1)
    }
  }

  @Test func `A member without push and a muted kind get none, whenever that was set`() async throws {
    try await PushGround.run("push_muted") { ground in
      try await ground.set("push_notifications = false")
      try await ground.notify()
      #expect(try await ground.count() == 0)
      try await ground.set("push_notifications = true, push_muted_kinds = ARRAY['OVERDUE']")
      for kind in Self.kinds { try await ground.notify(kind) }
      #expect(try await ground.count() == 5)
      #expect(try await ground.count("kind = 'overdue'") == 0)
      // Set after the notification, before the push.
      try await ground.set("push_muted_kinds = ARRAY['OVERDUE', 'MESSAGE']")
      #expect(Set(try await ground.claim().map(\.kind)) == ["HELP_REQUEST", "JOIN_REQUEST", "PICKUP", "SCHOOL_MESSAGE"])
      #expect(try await ground.count() == 4)
    }
  }

  @Test("A push that nobody needs any more is removed", arguments: [
    "UPDATE notifications SET read_at = now()", "UPDATE notifications SET deleted_at = now()", "DELETE FROM devices",
    "UPDATE members SET push_notifications = false", "DELETE FROM notifications",
  ] as [SQL])
  func needless(_ change: SQL) async throws {
    try await PushGround.run("push_needless_\(abs(change.statement.text.hashValue) % 1_000_000)") { ground in
      try await ground.notify()
      try await ground.database.run(change)
      #expect(try await ground.claim().isEmpty)
      #expect(try await ground.count() == 0)
    }
  }

  @Test func `In quiet hours pushes wait until they end, but those of dismissals`() async throws {
    try await PushGround.run("push_quiet") { ground in
      try await ground.set(
        """
        push_quiet_from = ((now() - interval '1 hour') AT TIME ZONE families.time_zone)::time, \
        push_quiet_until = ((now() + interval '2 hours') AT TIME ZONE families.time_zone)::time FROM families
        """)
      for kind in ["MESSAGE", "HELP_REQUEST", "PICKUP"] { try await ground.notify(kind) }
      #expect(try await ground.claim().map(\.kind) == ["PICKUP"])
      #expect(
        try await ground.count(
          """
          state = 'WAITING' AND due_at > now() + interval '1 hour 58 minutes' AND due_at < now() + interval '2 hours 2 minutes'
          """) == 2)
      #expect(try await ground.outbox.state() == OutboxState(waiting: 3, later: 2, oldestSeconds: 0))
      try await ground.database.run("UPDATE messages SET due_at = now()")
      try await ground.set("push_quiet_from = NULL, push_quiet_until = NULL")
      #expect(try await ground.claim(held: []).count == 3)
    }
  }

  @Test("Quiet hours may go over midnight, and over a change of the clock", arguments: [
    // At 21:59 in Vienna, an hour before UTC; at 22:00, at 06:59 and at 07:00.
    ("22:00", "07:00", "2026-01-10T20:59:00Z", nil), ("22:00", "07:00", "2026-01-10T21:00:00Z", "2026-01-11T06:00:00Z"),
    ("22:00", "07:00", "2026-01-11T05:59:00Z", "2026-01-11T06:00:00Z"), ("22:00", "07:00", "2026-01-11T06:00:00Z", nil),
    ("12:00", "14:00", "2026-01-10T11:30:00Z", "2026-01-10T13:00:00Z"), ("12:00", "14:00", "2026-01-10T13:00:00Z", nil),
    // The clock goes from 2 to 3 on 29 March.
    ("22:00", "07:00", "2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z"),
  ] as [(String, String, String, String?)])
  func quietHours(_ from: String, _ until: String, _ moment: String, _ end: String?) async throws {
    let database = try await Self.database.value
    let rows = try await database.run(
      """
      SELECT to_char(push_quiet_end(\(bind: .text(from))::time, \(bind: .text(until))::time, 'Europe/Vienna', \
      \(bind: .text(moment))::timestamptz) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
      """)
    #expect(rows.text(row: 0, column: 0) == end)
  }
  private static let database = Task { try await SchoolDatabase("push_clock", families: 1) }

  @Test func `A dismissal is taken before whatever else waits`() async throws {
    try await PushGround.run("push_order") { ground in
      for _ in 1...5 { try await ground.notify() }
      try await ground.notify("PICKUP")
      #expect(try await ground.claim(most: 1).map(\.kind) == ["PICKUP"])
    }
  }

  @Test func `An account has at most 200 pushes that wait`() async throws {
    try await PushGround.run("push_many") { ground in
      for number in 1...3 { try await ground.register("ff0\(number)", of: ground.parent) }
      for _ in 1...60 { try await ground.notify() }
      #expect(try await ground.count() == 200)
    }
  }

  @Test("The outcome decides the state", arguments: [
    (.sent(id: ""), "SENT", 1, 1), (.deviceGone(reason: "Unregistered", since: nil), "FAILED", 1, 0),
    (.refused(code: 400, reason: ""), "FAILED", 1, 1), (.delayed(code: 429, reason: "", pause: .seconds(7)), "WAITING", 1, 1),
    (.unknown(why: ""), "UNKNOWN", 1, 1), (nil, "WAITING", 0, 1),
  ] as [(PushOutcome?, String, Int, Int)])
  func outcomes(_ outcome: PushOutcome?, _ state: String, _ attempts: Int, _ devices: Int) async throws {
    try await PushGround.run("push_outcome_\(state.lowercased())_\(attempts)_\(devices)_\(outcome.map { "\($0)".count } ?? 0)") { ground in
      try await ground.notify()
      let push = try #require(try await ground.claim().first)
      #expect(try await ground.finish(push, outcome) == state)
      let row: SQL = "state = \(bind: .text(state)) AND attempts = \(bind: .int4(Int32(attempts)))"
      #expect(try await ground.count(row) == 1)
      #expect(try await ground.count("(address IS NOT NULL) = (state = 'WAITING')") == 1)
      #expect(try await ground.devices() == devices)
      #expect(try await ground.claim().count == (outcome == nil ? 1 : 0))
      // An answer that comes twice changes nothing.
      if state != "WAITING" { #expect(try await ground.finish(push, .delayed(code: 0, reason: "", pause: .zero)) == nil) }
    }
  }

  @Test func `A pause is the service's, and tries end with the push's worth`() async throws {
    try await PushGround.run("push_pause") { ground in
      try await ground.notify("PICKUP")
      var push = try #require(try await ground.claim().first)
      #expect(try await ground.finish(push, .delayed(code: 429, reason: "", pause: .seconds(600))) == "WAITING")
      #expect(try await ground.count("due_at > now() + interval '9 minutes' AND due_at < now() + interval '11 minutes'") == 1)
      try await ground.database.run("UPDATE messages SET due_at = now()")
      push = try #require(try await ground.claim().first)
      #expect(push.attempts == 1)
      // It would be due only after it has expired.
      #expect(try await ground.finish(push, .delayed(code: 503, reason: "", pause: .seconds(1800))) == "FAILED")
    }
  }

  @Test func `A device that its app has registered since it was gone is kept`() async throws {
    try await PushGround.run("push_since") { ground in
      try await ground.notify()
      try await ground.notify()
      let pushes = try await ground.claim()
      _ = try await ground.finish(pushes[0], .deviceGone(reason: "Unregistered", since: 1_700_000_000))
      #expect(try await ground.devices() == 1)
      _ = try await ground.finish(pushes[1], .deviceGone(reason: "Unregistered", since: 4_000_000_000))
      #expect(try await ground.devices() == 0)
    }
  }

  @Test func `A claim whose sender did not come back is unknown; one whose answer was lost was never begun`() async throws {
    try await PushGround.run("push_lost") { ground in
      try await ground.notify()
      let push = try #require(try await ground.claim().first)
      // The sender does not hold it.
      #expect(try await ground.claim(held: []).map(\.id) == [push.id])
      try await ground.database.run("UPDATE messages SET claimed_until = now() - interval '1 second'")
      let givenUp = try await ground.outbox.giveUp(keeping: 30)
      #expect(givenUp.map(\.id) == [push.id] && givenUp.allSatisfy(\.isUnknown))
      #expect(try await ground.claim().isEmpty)
      // A late answer still counts.
      #expect(try await ground.finish(push, .sent(id: "")) == "SENT")
    }
  }

  @Test func `What expired without a try is removed without a word, and what was sent after a day`() async throws {
    try await PushGround.run("push_old") { ground in
      try await ground.notify()
      try await ground.database.run("UPDATE messages SET expires_at = now() - interval '1 second'")
      #expect(try await ground.claim().isEmpty)
      #expect(try await ground.outbox.giveUp(keeping: 30).isEmpty)
      #expect(try await ground.count() == 0)
      try await ground.notify()
      _ = try await ground.finish(try #require(try await ground.claim().first), .sent(id: ""))
      try await ground.database.run("UPDATE messages SET ended_at = now() - interval '23 hours'")
      _ = try await ground.outbox.giveUp(keeping: 30)
      #expect(try await ground.count() == 1)
      try await ground.database.run("UPDATE messages SET ended_at = now() - interval '25 hours'")
      _ = try await ground.outbox.giveUp(keeping: 30)
      #expect(try await ground.count() == 0)
    }
  }

  @Test func `Many senders at the same time take each push once`() async throws {
    try await PushGround.run("push_senders") { ground in
      for _ in 1...150 { try await ground.notify() }
      let outbox = ground.outbox
      let taken = try await withThrowingTaskGroup(of: [UUIDValue].self) { group in
        for _ in 1...6 {
          group.addTask {
            let sender = UUIDValue.random()
            var all: [UUIDValue] = []
            var finished: [FinishedPush] = []
            repeat {
              let next = try await outbox.exchange(
                by: sender, finished, next: PushService.allCases, most: 7, for: 60, held: finished.map(\.id)
              ).next
              finished = next.map { FinishedPush(id: $0.id, .sent(id: "")) }
              all += next.map(\.id)
            } while !finished.isEmpty
            return all
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(taken.count == 150 && Set(taken).count == 150)
      #expect(try await ground.count("state = 'SENT'") == 150)
    }
  }
}
