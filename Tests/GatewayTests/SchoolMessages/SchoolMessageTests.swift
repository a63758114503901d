import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Regular times, messages between parents and a class's staff, who comes, and what parents are told (BG-10, BG-11, BG-13).
@Suite struct SchoolMessageTests {
  @Test func `A parent and the teacher of the class write to each other, and nobody else reads it`() async throws {
    try await PickupGround.run("school_messages") { ground in
      let enrolment = try await ground.enrolment(of: "Mia")
      let sent = try await ground.ask(
        #"mutation { sendSchoolMessage(input: {enrolmentId: "\#(enrolment)", text: "Mia has a cold."}) { message { authorName isFromStaff } } }"#,
        as: ground.parent)
      #expect(sent.at("data", "sendSchoolMessage", "message", "authorName")?.string == "Elena Rivera")
      #expect(sent.at("data", "sendSchoolMessage", "message", "isFromStaff") == .bool(false))
      let inbox = try await ground.ask(
        "{ schools(first: 1) { classes { name messages(first: 1) { text authorName student { name } } } } }", as: ground.teacher)
      let owls = inbox.at("data", "schools", 0, "classes")?.array?.first { $0.at("name")?.string == "Owls" }
      #expect(owls?.at("messages", 0, "text")?.string == "Mia has a cold.")
      #expect(owls?.at("messages", 0, "student", "name")?.string == "Mia Rivera")
      let reply = #"mutation { sendClassMessage(input: {studentId: "\#(enrolment)", text: "Get well soon."}) { message { authorName } } }"#
      #expect(try await ground.ask(reply, as: ground.otherTeacher).code == "NOT_FOUND")
      #expect(try await ground.ask(reply, as: ground.parent).code == "NOT_FOUND")
      #expect(try await ground.ask(reply, as: ground.teacher).at("data", "sendClassMessage", "message", "authorName")?.string == "Thea Becker")
      let read = "{ family { enrolments { student { name } messages(first: 1) { text isFromStaff } } } }"
      func latest(as viewer: AccountViewer) async throws -> String? {
        try await ground.ask(read, as: viewer).at("data", "family", "enrolments")?.array?
          .first { $0.at("student", "name")?.string == "Mia Rivera" }?.at("messages", 0, "text")?.string
      }
      #expect(try await latest(as: ground.otherParent) == "Get well soon.")
      let student = AccountViewer(try #require(ground.database.demonstration.accounts.first { $0.role == .student }))
      #expect(try await latest(as: student) == nil)
      let others = try await ground.ask(
        "{ schools(first: 1) { classes { messages { text } } } }", as: ground.otherTeacher)
      #expect(!"\(others)".contains("Get well soon"))
      // Both parents hear of it, since neither wrote it; who wrote the first message was not told of that.
      for parent in [ground.parent, ground.otherParent] {
        let told = try await ground.ask("{ viewer { notifications(first: 1) { kind title body student { name } } } }", as: parent)
        #expect(told.at("data", "viewer", "notifications", 0, "kind")?.string == "SCHOOL_MESSAGE")
        #expect(told.at("data", "viewer", "notifications", 0, "title")?.string == "Thea Becker on Mia Rivera")
        #expect(told.at("data", "viewer", "notifications", 0, "body")?.string == "Get well soon.")
      }
      for text in ["", String(repeating: "a", count: 2_001)] {
        let answer = try await ground.ask(
          #"mutation { sendSchoolMessage(input: {enrolmentId: "\#(enrolment)", text: "\#(text)"}) { message { id } } }"#, as: ground.parent)
        #expect(answer.inputPath == "input.text")
      }
    }
  }

  @Test func `Sixty messages in an hour are enough for a parent`() async throws {
    try await PickupGround.run("school_message_limit") { ground in
      let enrolment = try await ground.enrolment(of: "Mia")
      let send = #"mutation { sendSchoolMessage(input: {enrolmentId: "\#(enrolment)", text: "Hello"}) { message { id } } }"#
      #expect(try await ground.ask(send, as: ground.parent).at("errors") == nil)
      try await ground.database.run("UPDATE attempts SET count = 60 WHERE kind = 'schoolMessages'")
      #expect(try await ground.ask(send, as: ground.parent).code == "LIMIT_EXCEEDED")
      #expect(try await ground.ask(send, as: ground.otherParent).at("errors") == nil)
    }
  }

  @Test func `A regular time and who comes are seen by the staff of the class, and end with the enrolment`() async throws {
    try await PickupGround.run("pickup_times") { ground in
      let enrolment = try await ground.enrolment(of: "Mia")
      let made = try await ground.ask(
        """
        mutation { createPickupTime(input: {enrolmentId: "\(enrolment)", days: [TUESDAY], time: "13:30:00"}) { pickupTime { id } } }
        """, as: ground.parent)
      #expect(made.at("errors") == nil)
      let collectors = try await ground.ask(
        #"{ enrolment(id: "\#(enrolment)") { collectors { id name } consentedBy } }"#, as: ground.parent)
      let rosa = try #require(collectors.at("data", "enrolment", "collectors", 0, "id")?.string)
      let said = try await ground.ask(
        #"mutation { sayWhoComes(input: {enrolmentId: "\#(enrolment)", collectorId: "\#(rosa)"}) { enrolment { collectedBy } } }"#,
        as: ground.parent)
      #expect(said.at("data", "sayWhoComes", "enrolment", "collectedBy")?.string == "Rosa Rivera")
      let seen = try await ground.ask(
        #"{ classStudent(id: "\#(enrolment)") { collectedBy collectedOn pickupTimes { days time } } }"#, as: ground.teacher)
      #expect(seen.at("data", "classStudent", "collectedBy")?.string == "Rosa Rivera")
      #expect(seen.at("data", "classStudent", "pickupTimes")?.array?.count == 2)
      #expect(seen.at("data", "classStudent", "pickupTimes", 0, "time")?.string == "13:30:00")
      #expect(try await ground.ask(#"{ classStudent(id: "\#(enrolment)") { id } }"#, as: ground.otherTeacher)
        .at("data", "classStudent") == .null)
      // Not on a day that the person does not have, and nobody of another child's.
      let wrong = try await ground.ask(
        #"mutation { sayWhoComes(input: {enrolmentId: "\#(enrolment)", collectorId: "\#(newID())"}) { enrolment { id } } }"#, as: ground.parent)
      #expect(wrong.code == "NOT_FOUND" && wrong.inputPath == "input.collectorId")
      let back = try await ground.ask(
        #"mutation { sayWhoComes(input: {enrolmentId: "\#(enrolment)"}) { enrolment { collectedBy collectedOn } } }"#, as: ground.otherParent)
      #expect(back.at("data", "sayWhoComes", "enrolment", "collectedBy") == .null)
      let ended = try await ground.ask(
        #"mutation { endEnrolment(input: {id: "\#(enrolment)"}) { enrolment { state } } }"#, as: ground.parent)
      #expect(ended.at("errors") == nil)
      #expect(try await ground.ask(#"{ classStudent(id: "\#(enrolment)") { id } }"#, as: ground.dispatcher)
        .at("data", "classStudent") == .null)
      let left = try await ground.database.run(
        """
        SELECT count(*)::int4 FROM (SELECT staff_school_id, class_id, enrolment_id FROM pickup_times
          UNION ALL SELECT staff_school_id, class_id, enrolment_id FROM class_messages
          UNION ALL SELECT staff_school_id, class_id, enrolment_id FROM school_notices) AS rows
        WHERE enrolment_id = \(bind: .text(enrolment))::uuid AND (staff_school_id IS NOT NULL OR class_id IS NOT NULL)
        """)
      #expect(left.int4(row: 0, column: 0) == 0)
    }
  }

  @Test func `Each step of a dismissal is told to the parents who have not made it, and to none whom the school has barred`() async throws {
    try await PickupGround.run("pickup_told") { ground in
      let mia = try await ground.students().mia
      func titles(_ viewer: AccountViewer) async throws -> [String] {
        let list = try await ground.ask("{ viewer { notifications(first: 50) { kind title } } }", as: viewer)
        return (list.at("data", "viewer", "notifications")?.array ?? []).filter { $0.at("kind")?.string == "PICKUP" }
          .compactMap { $0.at("title")?.string }
      }
      let id = try #require(try await ground.request([mia]).ids.first)
      var own = try await titles(ground.parent)
      var others = try await titles(ground.otherParent)
      #expect(own == [] && others == ["Mia Rivera was asked for"])
      _ = try await ground.run("markReady", [id], as: ground.teacher)
      own = try await titles(ground.parent)
      #expect(own == ["Mia Rivera is ready"])
      _ = try await ground.run("markNotReady", [id], as: ground.teacher)
      _ = try await ground.run("markReady", [id], as: ground.teacher)
      _ = try await ground.run("confirmPickups", [id], as: ground.otherParent)
      own = try await titles(ground.parent)
      // A step and its undoing within a minute are one notice.
      #expect(own == ["Mia Rivera was picked up", "Mia Rivera is ready"])
      others = try await titles(ground.otherParent)
      #expect(others == ["Mia Rivera is ready", "Mia Rivera was asked for"])
      try await CardGround(pickup: ground).bar("Mateo Rivera")
      let before = try await titles(ground.otherParent).count
      _ = try await ground.ask(#"mutation { reopenDismissal(input: {id: "\#(id)", reason: "Wrong"}) { dismissal { id } } }"#, as: ground.teacher)
      #expect(try await titles(ground.otherParent).count == before)
      #expect(try await titles(ground.parent) == ["Mia Rivera is ready again", "Mia Rivera is ready"])
    }
  }

  @Test func `Who still waits when the school's hours end is told to staff and parents, once`() async throws {
    try await PickupGround.run("pickup_left") { ground in
      let mia = try await ground.students().mia
      let id = try #require(try await ground.request([mia]).ids.first)
      let pool = try ConnectionPool(PoolConfiguration(address: ground.database.superuser.user("hatched_worker")))
      let expiry = RepeatedWork.waitingStudents(pool, atOnce: 1)
      #expect(try await expiry.pass() == 0)
      // The hours have ended, in the school's time zone.
      try await ground.database.run(
        """
        UPDATE schools SET pickup_from = '00:00', pickup_until = '00:00:01',
          time_zone = CASE WHEN extract(hour FROM now() AT TIME ZONE 'UTC') < 1 THEN 'Asia/Tokyo' ELSE 'UTC' END
        """)
      #expect(try await expiry.pass() == 1)
      #expect(try await expiry.pass() == 0)
      await pool.shutdown()
      let notices = try await ground.ask(
        "{ schools(first: 1) { notices(first: 1) { kind student { name } personName } dismissals(open: true) { id } } }", as: ground.dispatcher)
      #expect(notices.at("data", "schools", 0, "notices", 0, "kind")?.string == "LEFT_WAITING")
      #expect(notices.at("data", "schools", 0, "notices", 0, "student", "name")?.string == "Mia Rivera")
      #expect(notices.at("data", "schools", 0, "dismissals", 0, "id")?.string == id)
      for parent in [ground.parent, ground.otherParent] {
        let told = try await ground.ask("{ viewer { notifications(first: 1) { title } } }", as: parent)
        #expect(told.at("data", "viewer", "notifications", 0, "title")?.string == "Mia Rivera is still at school")
      }
    }
  }

  @Test func `What is older than an operator keeps it is forgotten`() async throws {
    try await PickupGround.run("pickup_retention") { ground in
      let pool = try ConnectionPool(PoolConfiguration(address: ground.database.superuser.user("hatched_worker")))
      let retention = PickupRetention(pool: pool, days: 400, familiesAtOnce: 1)
      // Nothing is older, although the day of the demonstration may be long ago.
      try await ground.database.execute(script:
        """
        ALTER TABLE dismissals DISABLE TRIGGER fixed_columns;
        UPDATE dismissals SET created_at = now();
        UPDATE class_messages SET created_at = now();
        UPDATE school_notices SET created_at = now();
        """)
      _ = try await retention.pass()
      #expect(try await retention.pass() == 0)
      func count(_ table: String) async throws -> Int32? {
        try await ground.database.run("SELECT count(*)::int4 FROM \(identifier: table)").int4(row: 0, column: 0)
      }
      let before = (try await count("dismissals"), try await count("class_messages"), try await count("school_notices"))
      try await ground.database.execute(script:
        """
        UPDATE dismissals SET created_at = now() - interval '401 days' WHERE id = (SELECT min(id::text)::uuid FROM dismissals);
        UPDATE class_messages SET created_at = now() - interval '401 days' WHERE is_from_staff;
        UPDATE school_notices SET created_at = now() - interval '91 days';
        """)
      #expect(try await retention.pass() == 1 + 1 + Int(before.2 ?? 0))
      await pool.shutdown()
      #expect(try await count("dismissals") == before.0.map { $0 - 1 })
      #expect(try await count("class_messages") == before.1.map { $0 - 1 })
      #expect(try await count("school_notices") == 0)
    }
  }
}
