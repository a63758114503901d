import Gateway
import GraphQL
import Logging
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The recipients, times and numbers of overdue notifications (REQ-NOT-005…009).
@Suite(.serialized) struct OverdueTests {
  private static let database = Task { try await SchoolDatabase("overdue") }
  private static let quiet = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
  private static let hour: Int64 = 3600

  /// A day on which nothing else is due, counted from today.
  private func newOverdue(_ talk: Conversation, of student: AccountViewer? = nil, _ fields: String = "") async throws -> String {
    try await talk.newAssignment(of: student ?? talk.ada, "Late", #"dueDate: "2020-02-02"\#(fields)"#)
  }

  /// The names of the people notified of an assignment: once for each time.
  private func told(_ talk: Conversation, of assignment: String) async throws -> [String] {
    let names = try await talk.text(
      """
      SELECT coalesce(string_agg(split_part(members.name, ' ', 1), ' ' ORDER BY members.name), '')
      FROM notifications JOIN members ON members.id = recipient_id
      WHERE kind = 'OVERDUE' AND assignment_id::text = \(bind: .text(assignment))
      """)
    return names.split(separator: " ").map { String($0) }
  }

  /// Runs checks of the hours that come, each with a process of its own.
  private struct Worker {
    let pool: ConnectionPool
    let detection: OverdueDetection
    private let database: SchoolDatabase

    init(_ database: SchoolDatabase, timeout: Duration = .seconds(20)) throws {
      var configuration = PoolConfiguration(address: database.superuser.user("hatched_worker"))
      configuration.size = 1
      configuration.statementTimeout = timeout
      pool = try ConnectionPool(configuration)
      detection = OverdueDetection(pool: pool)
      self.database = database
    }

    /// - Parameter isOld: whether all work was made before it was due.
    func pass(hour: Int64, isOld: Bool = true) async throws -> OverdueDetection.Result {
      if isOld { try await database.run("UPDATE assignments SET created_at = '2010-01-01' WHERE created_at > '2010-01-01'") }
      return try await detection.pass(hour: hour, logger: OverdueTests.quiet)
    }
  }

  private func withWorker(_ body: (Conversation, Worker) async throws -> Void) async throws {
    try await Conversation.with(Self.database) { talk in
      let worker = try Worker(talk.database)
      try await body(talk, worker)
      await worker.pool.shutdown()
    }
  }

  /// An hour that no test has used.
  private func nextHour(_ talk: Conversation) async throws -> Int64 {
    let last = try await talk.text(
      "SELECT coalesce(extract(epoch FROM max(hour)), extract(epoch FROM date_trunc('hour', now())))::bigint::text FROM overdue_checks")
    return try #require(Int64(last)) + Self.hour
  }

  // MARK: Recipients

  @Test func `The student and every parent are told, with the assignment and its day`() async throws {
    try await withWorker { talk, worker in
      let id = try await newOverdue(talk)
      let hour = try await nextHour(talk)
      let result = try await worker.pass(hour: hour)
      #expect(result.checked == talk.database.sample.count + 1)
      #expect(result.failures == 0)
      #expect(try await told(talk, of: id) == ["Ada", "Elena", "Mateo"])
      for member in [talk.ada, talk.elena] {
        let data = try await talk.ask(
          "{ viewer { notifications(first: 200) { kind title body student { name } assignment { id } } } }", as: member)
        let mine = data.at("viewer", "notifications")?.array?.first { $0.at("assignment", "id")?.string == id }
        #expect(mine?.at("kind")?.string == "OVERDUE")
        #expect(mine?.at("title")?.string == "Overdue: Late")
        #expect(mine?.at("body")?.string == "Ada Rivera, due on 2020-02-02")
        #expect(mine?.at("student", "name")?.string == "Ada Rivera")
      }
    }
  }

  @Test func `Nobody is told of work that was due before it was made, until it is due again`() async throws {
    try await withWorker { talk, worker in
      _ = try await worker.pass(hour: nextHour(talk))
      let brought = try await newOverdue(talk)
      let timed = try await newOverdue(talk, #", dueTime: "08:00:00""#)
      #expect(try await worker.pass(hour: nextHour(talk), isOld: false).notifications == 0)
      #expect(try await told(talk, of: brought).isEmpty)
      #expect(try await told(talk, of: timed).isEmpty)
      // It is overdue all the same, and waits for its grade.
      let data = try await talk.ask(#"{ assignment(id: "\#(brought)") { isOverdue state } }"#, as: talk.elena)
      #expect(data.at("assignment", "isOverdue") == .bool(true))
      #expect(data.at("assignment", "state")?.string == "OVERDUE")
      // Made on the day before, and due today before now.
      try await talk.database.run(
        """
        UPDATE assignments SET created_at = now() - interval '2 days', due_date = ((now() - interval '1 day') AT TIME ZONE 'UTC')::date \
        WHERE id::text = \(bind: .text(timed))
        """)
      _ = try await worker.pass(hour: nextHour(talk), isOld: false)
      #expect(try await told(talk, of: timed) == ["Ada", "Elena", "Mateo"])
      #expect(try await told(talk, of: brought).isEmpty)
    }
  }

  @Test func `Nobody is told of the work of a course that is completed or archived`() async throws {
    try await withWorker { talk, worker in
      _ = try await worker.pass(hour: nextHour(talk))
      let subject = try await talk.text("SELECT id::text FROM subjects WHERE name = 'Mathematics' LIMIT 1")
      var works: [String: String] = [:]
      for status in ["ACTIVE", "COMPLETED", "ARCHIVED"] {
        let course = newID()
        _ = try await talk.ask(
          #"mutation { createCourse(input: {id: "\#(course)", subjectId: "\#(subject)", name: "C", status: \#(status)}) { __typename } }"#,
          as: talk.elena)
        works[status] = try await newOverdue(talk, #", courseId: "\#(course)""#)
      }
      #expect(try await worker.pass(hour: nextHour(talk)).notifications == 3)
      #expect(try await told(talk, of: works["ACTIVE"] ?? "") == ["Ada", "Elena", "Mateo"])
      #expect(try await told(talk, of: works["COMPLETED"] ?? "").isEmpty)
      #expect(try await told(talk, of: works["ARCHIVED"] ?? "").isEmpty)
    }
  }

  @Test func `What members are told at once is in the order of students, due moments and titles`() async throws {
    try await withWorker { talk, worker in
      for (student, day, title) in [
        (talk.leo, #"2020-02-02""#, "A"), (talk.ada, #"2020-02-04""#, "C"), (talk.ada, #"2020-02-03", dueTime: "10:00:00""#, "E"),
        (talk.leo, #"2020-02-01""#, "B"), (talk.ada, #"2020-02-04""#, "B"), (talk.ada, #"2020-02-03", dueTime: "09:00:00""#, "F"),
      ] {
        _ = try await talk.newAssignment(of: student, "Order \(title)", "dueDate: \"\(day)")
      }
      _ = try await worker.pass(hour: nextHour(talk))
      let data = try await talk.ask(
        "{ viewer { notifications(first: 200) { id createdAt title body } } }", as: talk.elena)
      let told = (data.at("viewer", "notifications")?.array ?? []).filter {
        $0.at("title")?.string?.hasPrefix("Overdue: Order") == true
      }
      #expect(Set(told.compactMap { $0.at("createdAt")?.string }).count == 1)
      #expect(
        told.compactMap { $0.at("body")?.string?.prefix(3) }.joined() + told.compactMap { $0.at("title")?.string?.suffix(1) }.joined()
          == "AdaAdaAdaAdaLeoLeoFEBCBA")
      // Ids of version 7, which begin with the time: what comes later has greater ones.
      #expect(told.allSatisfy { $0.at("id")?.string.map { Array($0)[14] } == "7" })
    }
  }

  @Test func `Of a student without an account the parents are told`() async throws {
    try await withWorker { talk, worker in
      let mia = try await talk.text("SELECT id::text FROM members WHERE name = 'Mia Rivera'")
      let made = newID()
      _ = try await talk.ask(
        #"mutation { createAssignment(input: {id: "\#(made)", studentId: "\#(mia)", title: "Late", dueDate: "2020-02-02"}) { __typename } }"#,
        as: talk.elena)
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: made) == ["Elena", "Mateo"])
    }
  }

  @Test func `Of work that is marked as done parents read that it waits for a grade, and the student is not notified`() async throws {
    try await withWorker { talk, worker in
      let id = try await newOverdue(talk)
      _ = try await talk.ask(#"mutation { markAssignmentDone(input: {id: "\#(id)"}) { __typename } }"#, as: talk.ada)
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: id) == ["Elena", "Mateo"])
      let data = try await talk.ask(
        "{ viewer { notifications(first: 200) { kind title body assignment { id state isOverdue } } } }", as: talk.elena)
      let read = data.at("viewer", "notifications")?.array?.first { $0.at("assignment", "id")?.string == id }
      #expect(read?.at("kind")?.string == "OVERDUE")
      #expect(read?.at("title")?.string == "Waits for a grade: Late")
      #expect(read?.at("body")?.string == "Ada Rivera, done, due on 2020-02-02")
      #expect(read?.at("assignment", "state")?.string == "DONE")
      #expect(read?.at("assignment", "isOverdue") == .bool(true))
      // The student takes the mark back: now it is told, and nobody else again.
      _ = try await talk.ask(#"mutation { markAssignmentNotDone(input: {id: "\#(id)"}) { __typename } }"#, as: talk.ada)
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: id) == ["Ada", "Elena", "Mateo"])
    }
  }

  @Test func `Nobody is told of what is graded, not due yet or has no day`() async throws {
    try await withWorker { talk, worker in
      let graded = try await newOverdue(talk, of: nil, ", pointsPossible: 5")
      _ = try await talk.ask(
        #"mutation { gradeAssignment(input: {id: "\#(graded)", pointsAwarded: 5}) { __typename } }"#, as: talk.elena)
      let today = try await talk.text("SELECT (now() AT TIME ZONE 'America/New_York')::date::text")
      let due = try await talk.newAssignment(of: talk.ada, "Today", #"dueDate: "\#(today)""#)
      let never = try await talk.newAssignment(of: talk.ada, "Never")
      _ = try await worker.pass(hour: nextHour(talk))
      for id in [graded, due, never] { #expect(try await told(talk, of: id) == []) }
    }
  }

  // MARK: How often

  @Test func `An hour is checked once, and who was told is not told again`() async throws {
    try await withWorker { talk, worker in
      let id = try await newOverdue(talk)
      let hour = try await nextHour(talk)
      _ = try await worker.pass(hour: hour)
      // The same hour has been checked; so has one that is past.
      #expect(try await worker.pass(hour: hour).checked == 0)
      #expect(try await worker.pass(hour: hour - Self.hour).checked == 0)
      try await rewind(talk, "3 days")
      let later = try await worker.pass(hour: hour + Self.hour)
      #expect(later.checked == talk.database.sample.count + 1)
      #expect(try await told(talk, of: id) == ["Ada", "Elena", "Mateo"])
    }
  }

  @Test func `What a member removed is not told again`() async throws {
    try await withWorker { talk, worker in
      let id = try await newOverdue(talk)
      _ = try await worker.pass(hour: nextHour(talk))
      let data = try await talk.ask("{ viewer { notifications(first: 200) { id assignment { id } } } }", as: talk.ada)
      let mine = data.at("viewer", "notifications")?.array?.first { $0.at("assignment", "id")?.string == id }
      let notification = try #require(mine?.at("id")?.string)
      _ = try await talk.ask(#"mutation { deleteNotification(input: {id: "\#(notification)"}) { id } }"#, as: talk.ada)
      try await rewind(talk, "3 days")
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: id) == ["Ada", "Elena", "Mateo"])
    }
  }

  @Test func `Another due date is another occasion, after a day`() async throws {
    try await withWorker { talk, worker in
      let id = try await newOverdue(talk)
      _ = try await worker.pass(hour: nextHour(talk))
      _ = try await talk.ask(
        #"mutation { updateAssignment(input: {id: "\#(id)", dueDate: "2020-02-03"}) { __typename } }"#, as: talk.elena)
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: id).count == 3)
      try await rewind(talk, "25 hours")
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: id) == ["Ada", "Ada", "Elena", "Elena", "Mateo", "Mateo"])
    }
  }

  @Test func `Of work that moves to another student that one is told, and the parents not again`() async throws {
    try await withWorker { talk, worker in
      let id = try await newOverdue(talk)
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: id) == ["Ada", "Elena", "Mateo"])
      let leo = try #require(talk.leo.membership).memberID
      _ = try await talk.ask(
        #"mutation { updateAssignment(input: {id: "\#(id)", studentId: "\#(leo)"}) { __typename } }"#, as: talk.elena)
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: id) == ["Ada", "Elena", "Leo", "Mateo"])
    }
  }

  @Test func `A family that asks for repeats is notified every day, though each check comes a second early`() async throws {
    try await withRepeats { talk, worker in
      let id = try await newOverdue(talk)
      _ = try await worker.pass(hour: nextHour(talk))
      for day in 1...4 {
        #expect(try await told(talk, of: id).count == 3 * day)
        try await rewind(talk, "1 day - 1 second", of: id)
        _ = try await worker.pass(hour: nextHour(talk))
      }
      #expect(try await told(talk, of: id).count == 15)
      // Once the family has no more wish for it, that was the last.
      try await talk.database.run("UPDATE families SET repeats_overdue_notices = false WHERE name = 'Rivera'")
      try await rewind(talk, "25 hours")
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: id).count == 15)
    }
  }

  @Test func `A repeat comes at the time of day that the work was due`() async throws {
    try await withRepeats { talk, worker in
      let id = try await newOverdue(talk)
      // 14 hours ago the time of day was the due time.
      try await talk.database.run(
        """
        UPDATE assignments SET due_time = (now() AT TIME ZONE 'America/New_York' - interval '14 hours')::time
        WHERE id::text = \(bind: .text(id))
        """)
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: id).count == 3)
      try await rewind(talk, "13 hours", of: id)
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: id).count == 3, "the same slot")
      try await rewind(talk, "2 hours", of: id)
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: id).count == 6, "the next slot")
    }
  }

  @Test func `After a notification that came late in its slot the next one waits for 12 hours`() async throws {
    try await withRepeats { talk, worker in
      let id = try await newOverdue(talk)
      try await talk.database.run(
        """
        UPDATE assignments SET due_time = (now() AT TIME ZONE 'America/New_York' - interval '1 hour')::time
        WHERE id::text = \(bind: .text(id))
        """)
      _ = try await worker.pass(hour: nextHour(talk))
      try await rewind(talk, "11 hours", of: id)
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: id).count == 3)
      try await rewind(talk, "2 hours", of: id)
      _ = try await worker.pass(hour: nextHour(talk))
      #expect(try await told(talk, of: id).count == 6)
    }
  }

  private func withRepeats(_ body: (Conversation, Worker) async throws -> Void) async throws {
    try await withWorker { talk, worker in
      try await talk.database.run("UPDATE families SET repeats_overdue_notices = true WHERE name = 'Rivera'")
      try await body(talk, worker)
      try await talk.database.run("UPDATE families SET repeats_overdue_notices = false WHERE name = 'Rivera'")
    }
  }

  /// Makes all notifications older, as if time had passed. Notifications of a repeating assignment get the day of the
  /// slot that they would have had then; those of other tests keep theirs, since two of one assignment would come to
  /// the same day at some times of the day.
  private func rewind(_ talk: Conversation, _ interval: String, of assignment: String? = nil) async throws {
    try await talk.database.run(
      "UPDATE notifications SET created_at = created_at - \(bind: .text(interval))::interval WHERE kind = 'OVERDUE'")
    guard let assignment else { return }
    let isOfAssignment: SQL = "kind = 'OVERDUE' AND assignment_id::text = \(bind: .text(assignment))"
    // Out of the way, so that no two rows have the same day while they move.
    try await talk.database.run(
      "UPDATE notifications SET notice_date = notice_date - 100000 WHERE \(isOfAssignment)")
    try await talk.database.run(
      """
      UPDATE notifications SET notice_date = coalesce(slot.day, notice_date + 100000)
      FROM (
        SELECT notifications.id, CASE
          WHEN (local.day + coalesce(due_time, '23:59:59.999999')) AT TIME ZONE 'America/New_York' < notifications.created_at
          THEN local.day ELSE local.day - 1 END AS day
        FROM notifications LEFT JOIN assignments ON assignments.id = assignment_id
        CROSS JOIN LATERAL (SELECT (notifications.created_at AT TIME ZONE 'America/New_York')::date) AS local (day)
      ) AS slot
      WHERE slot.id = notifications.id AND \(isOfAssignment)
      """)
  }

  // MARK: Several processes

  @Test func `However many processes look at the same time, each family is checked by one`() async throws {
    try await Conversation.with(Self.database) { talk in
      let id = try await newOverdue(talk)
      let hour = try await nextHour(talk)
      let workers = try (1...6).map { _ in try Worker(talk.database) }
      let results = try await withThrowingTaskGroup(of: OverdueDetection.Result.self) { group in
        for worker in workers { group.addTask { try await worker.pass(hour: hour) } }
        var results: [OverdueDetection.Result] = []
        for try await result in group { results.append(result) }
        return results
      }
      for worker in workers { await worker.pool.shutdown() }
      #expect(results.map(\.failures) == Array(repeating: 0, count: 6))
      #expect(results.map(\.checked).reduce(0, +) == talk.database.sample.count + 1)
      #expect(try await told(talk, of: id) == ["Ada", "Elena", "Mateo"])
    }
  }

  @Test func `A check that ends before its commit is made by the next who looks`() async throws {
    struct Crash: Error {}
    try await withWorker { talk, worker in
      let id = try await newOverdue(talk)
      let hour = try await nextHour(talk)
      try await talk.database.run("UPDATE assignments SET created_at = '2010-01-01' WHERE id::text = \(bind: .text(id))")
      let check = OverdueCheck(of: DemonstrationFamily.id, hour: hour, by: .random())
      await #expect(throws: Crash.self) {
        try await worker.pool.withTransaction(for: .process, isolation: .readCommitted) { transaction in
          let rows = try await transaction.run(check.statements)
          #expect(OverdueCheck.notifications(in: rows) ?? 0 > 0)
          throw Crash()
        }
      }
      #expect(try await told(talk, of: id) == [])
      _ = try await worker.pass(hour: hour)
      #expect(try await told(talk, of: id) == ["Ada", "Elena", "Mateo"])
    }
  }

  @Test func `A family that cannot be checked keeps none of the others from it, and is next time`() async throws {
    try await Conversation.with(Self.database) { talk in
      let id = try await newOverdue(talk)
      let hour = try await nextHour(talk)
      let impatient = try Worker(talk.database, timeout: .milliseconds(300))
      let holder = try await Connection.connect(ConnectionConfiguration(address: talk.database.owner), reactor: Reactor())
      try await holder.withTransaction(isolation: .readCommitted) { transaction in
        let lock: SQL = "SELECT 1 FROM overdue_checks WHERE family_id = \(bind: .uuid(DemonstrationFamily.id)) FOR UPDATE"
        _ = try await transaction.run([lock.statement])
        let result = try await impatient.pass(hour: hour)
        #expect(result.failures == 1)
        #expect(result.checked == talk.database.sample.count)
      }
      #expect(try await told(talk, of: id) == [])
      let again = try await impatient.pass(hour: hour)
      #expect(again.failures == 0)
      #expect(again.checked == 1)
      #expect(try await told(talk, of: id) == ["Ada", "Elena", "Mateo"])
      await impatient.pool.shutdown()
    }
  }

  @Test func `A pass ends where one family after the other cannot be checked`() async throws {
    let database = try await SchoolDatabase("overdue_in_vain", families: 15)
    let worker = try Worker(database)
    try await database.run("REVOKE SELECT ON assignments FROM hatched_worker")
    let result = try await worker.pass(hour: 1_000_000 * 3600)
    #expect(result.failures == 10)
    #expect(result.checked == 0)
    await worker.pool.shutdown()
  }

  @Test func `A worker sees one family at a time`() async throws {
    try await withWorker { talk, worker in
      _ = try await worker.pass(hour: nextHour(talk))
      for table in ["assignments", "notifications", "overdue_checks", "members"] {
        let count: SQL = "SELECT count(*)::text FROM \(identifier: table)"
        let rows = try await worker.pool.snapshot([count.statement], for: .process)[0]
        #expect(rows.text(row: 0, column: 0) == "0", "\(table)")
      }
      let settings: SQL = "SELECT coalesce(time_zone, 'none') FROM overdue_settings()"
      #expect(try await worker.pool.snapshot([settings.statement], for: .process)[0].text(row: 0, column: 0) == "none")
      let scope: SQL = "SELECT set_config('hatched.family_id', \(bind: .text(DemonstrationFamily.id.description)), true)"
      let inScope = try await worker.pool.snapshot([scope.statement, settings.statement], for: .process)
      #expect(inScope[1].text(row: 0, column: 0) == "America/New_York")
    }
  }
}
