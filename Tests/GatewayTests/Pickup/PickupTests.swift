import Gateway
import GraphQL
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// An afternoon at school (BG-05, BG-06).
@Suite struct PickupTests {
  @Test func `A parent asks, the teacher says ready, the parent confirms, and both see each step`() async throws {
    try await PickupGround.run("pickup_afternoon") { ground in
      let mia = try await ground.students().mia
      let (asked, ids) = try await ground.request([mia])
      #expect(asked.at("errors") == nil)
      #expect(asked.at("data", "requestPickup", "dismissals", 0, "state")?.string == "REQUESTED")
      #expect(asked.at("data", "requestPickup", "dismissals", 0, "requestedBy")?.string == "Elena Rivera")
      let id = try #require(ids.first)
      // Asked again, by either parent, it is the same.
      #expect(try await ground.request([mia], as: ground.otherParent).ids == [id])

      let queue = try await ground.ask(
        "{ schools(first: 1) { classes { name dismissals { id state requestedBy student { name guardians { name } collectors { name } } } } } }",
        as: ground.teacher)
      let owls = queue.at("data", "schools", 0, "classes")?.array?.first { $0.at("name")?.string == "Owls" }
      #expect(owls?.at("dismissals", 0, "id")?.string == id)
      #expect(owls?.at("dismissals", 0, "student", "name")?.string == "Mia Rivera")
      #expect(owls?.at("dismissals", 0, "student", "guardians")?.array?.count == 2)
      #expect(owls?.at("dismissals", 0, "student", "collectors", 0, "name")?.string == "Rosa Rivera")

      #expect(try await ground.run("confirmPickups", [id], as: ground.parent).code == "CONFLICT")
      let ready = try await ground.run("markReady", [id], as: ground.teacher)
      #expect(ready.at("errors") == nil)
      #expect(ready.at("data", "markReady", "dismissals", 0, "state")?.string == "READY")
      let seen = try await ground.ask("{ family { dismissals(open: true) { id state readyBy } } }", as: ground.otherParent)
      #expect(seen.at("data", "family", "dismissals")?.array?.count == 1)
      #expect(seen.at("data", "family", "dismissals", 0, "state")?.string == "READY")
      #expect(seen.at("data", "family", "dismissals", 0, "readyBy")?.string == "Thea Becker")
      let confirmed = try await ground.run("confirmPickups", [id], as: ground.parent)
      #expect(confirmed.at("data", "confirmPickups", "dismissals", 0, "state")?.string == "CONFIRMED")
      #expect(try await ground.request([mia]).answer.code == "CONFLICT")
      #expect(try await ground.ask("{ family { dismissals(open: true) { id } } }", as: ground.parent)
        .at("data", "family", "dismissals") == .array([]))
      let reopened = try await ground.ask(
        #"mutation { reopenDismissal(input: {id: "\#(id)", reason: "Wrong child"}) { dismissal { state reopeningReason reopenedBy confirmedBy } } }"#,
        as: ground.teacher)
      #expect(reopened.at("data", "reopenDismissal", "dismissal", "state")?.string == "READY")
      #expect(reopened.at("data", "reopenDismissal", "dismissal", "reopenedBy")?.string == "Thea Becker")
      // It stays on record who confirmed it.
      #expect(reopened.at("data", "reopenDismissal", "dismissal", "confirmedBy")?.string == "Elena Rivera")
      let handed = try await ground.ask(
        #"mutation { handOver(input: {id: "\#(id)", to: "Rosa Rivera"}) { dismissal { state handedTo confirmedBy } } }"#,
        as: ground.dispatcher)
      #expect(handed.at("data", "handOver", "dismissal", "handedTo")?.string == "Rosa Rivera")
      #expect(handed.at("data", "handOver", "dismissal", "confirmedBy")?.string == "Daniel Whitfield")
    }
  }

  @Test func `A teacher sees the students of its own classes, and acts on no other's`() async throws {
    try await PickupGround.run("pickup_classes") { ground in
      let (mia, leo) = try await ground.students()
      let ids = try await ground.request([mia, leo]).ids
      #expect(ids.count == 2)
      let all = "{ schools { students { name } dismissals { id student { name } } roll { name } } }"
      func names(_ field: String, as viewer: AccountViewer) async throws -> [String] {
        let list = try await ground.ask(all, as: viewer).at("data", "schools", 0, .key(field))?.array ?? []
        return list.compactMap { ($0.at("name") ?? $0.at("student", "name"))?.string }.sorted()
      }
      #expect(try await names("students", as: ground.teacher) == ["Mia Rivera"])
      #expect(try await names("dismissals", as: ground.teacher) == ["Mia Rivera"])
      #expect(try await names("roll", as: ground.teacher) == ["Mia Rivera", "Nora Lindqvist"])
      #expect(try await names("students", as: ground.otherTeacher) == ["Leo Rivera"])
      #expect(try await names("dismissals", as: ground.dispatcher) == ["Leo Rivera", "Mia Rivera"])
      #expect(try await names("students", as: ground.administrator) == ["Leo Rivera", "Mia Rivera"])
      // The parents see their school, and nothing of its staff's.
      #expect(try await names("students", as: ground.parent) == [])
      #expect(try await names("dismissals", as: ground.parent) == [])
      // A node of the other class is none, whatever it is asked by.
      for id in [ids[1]] {
        let foreign = try await ground.ask(
          #"{ classDismissal(id: "\#(id)") { id } dismissal(id: "\#(id)") { id } node(id: "\#(id)") { id } }"#, as: ground.teacher)
        #expect(foreign.at("data", "classDismissal") == .null)
        #expect(foreign.at("data", "dismissal") == .null)
        #expect(foreign.at("data", "node") == .null)
      }
      #expect(try await ground.run("markReady", [ids[1]], as: ground.teacher).code == "NOT_FOUND")
      // All or none.
      #expect(try await ground.run("markReady", ids, as: ground.teacher).code == "NOT_FOUND")
      #expect(try await ground.state(of: ids[0]) == "REQUESTED")
      #expect(try await ground.run("markReady", ids, as: ground.dispatcher).at("errors") == nil)
      #expect(try await ground.state(of: ids[1]) == "READY")
      // Nor does staff act for parents, or parents for staff.
      #expect(try await ground.run("confirmPickups", [ids[0]], as: ground.teacher).code == "FORBIDDEN")
      #expect(try await ground.run("markNotReady", [ids[0]], as: ground.parent).code == "NOT_FOUND")
    }
  }

  @Test func `Who is barred can neither ask, nor see, nor name a collector`() async throws {
    try await PickupGround.run("pickup_barred") { ground in
      let mia = try await ground.students().mia
      let id = try #require(try await ground.request([mia], as: ground.otherParent).ids.first)
      let found = try await ground.ask("{ schools { students { id name guardians { id name } } } }", as: ground.administrator)
      let student = try #require(
        found.at("data", "schools", 0, "students")?.array?.first { $0.at("name")?.string == "Mia Rivera" })
      let guardian = try #require(
        student.at("guardians")?.array?.first { $0.at("name")?.string == "Elena Rivera" }?.at("id")?.string)
      let bar = #"mutation { barGuardian(input: {id: "\#(guardian)"}) { guardian { isBarred } } }"#
      #expect(try await ground.ask(bar, as: ground.teacher).code == "FORBIDDEN")
      #expect(try await ground.ask(bar, as: ground.parent).code == "NOT_FOUND")
      #expect(
        try await ground.ask(bar, as: ground.administrator).at("data", "barGuardian", "guardian", "isBarred") == .bool(true))
      #expect(try await ground.request([mia]).answer.code == "FORBIDDEN")
      #expect(
        try await ground.ask("{ family { dismissals { id student { name } } } }", as: ground.parent)
          .at("data", "family", "dismissals")?.array?.contains { $0.at("student", "name")?.string == "Mia Rivera" } == false)
      #expect(try await ground.run("cancelPickups", [id], as: ground.parent).code == "NOT_FOUND")
      let enrolment = try #require(student.at("id")?.string)
      let collector = try await ground.ask(
        #"mutation { createCollector(input: {enrolmentId: "\#(enrolment)", name: "X"}) { collector { id } } }"#, as: ground.parent)
      #expect(collector.code == "FORBIDDEN")
      #expect(collector.inputPath == "input.enrolmentId")
      // The other parent is as before.
      #expect(try await ground.run("cancelPickups", [id], as: ground.otherParent).at("errors") == nil)
    }
  }

  @Test func `What a school sees ends with the enrolment`() async throws {
    try await PickupGround.run("pickup_ended") { ground in
      let mia = try await ground.students().mia
      let id = try #require(try await ground.request([mia]).ids.first)
      let enrolled = try await ground.ask("{ family { enrolments { id student { name } } } }", as: ground.parent)
      let enrolment = try #require(
        enrolled.at("data", "family", "enrolments")?.array?.first { $0.at("student", "name")?.string == "Mia Rivera" }?
          .at("id")?.string)
      let ended = try await ground.ask(
        #"mutation { endEnrolment(input: {id: "\#(enrolment)"}) { enrolment { state classId } } }"#, as: ground.parent)
      #expect(ended.at("data", "endEnrolment", "enrolment", "state")?.string == "ENDED")
      #expect(try await ground.state(of: id) == "CANCELLED")
      for viewer in [ground.teacher, ground.dispatcher, ground.administrator] {
        let seen = try await ground.ask(
          #"{ schools { students { name } dismissals { id } roll { name } } classDismissal(id: "\#(id)") { id } }"#, as: viewer)
        #expect(seen.at("data", "classDismissal") == .null)
        #expect(
          seen.at("data", "schools", 0, "students")?.array?.contains { $0.at("name")?.string == "Mia Rivera" } == false)
        // Its own list is the school's.
        #expect(seen.at("data", "schools", 0, "roll")?.array?.contains { $0.at("name")?.string == "Mia Rivera" } == true)
      }
      // Enrolled again, by the number and the name of the roll, she waits for the school.
      let school = try #require(
        try await ground.ask("{ schools { id } }", as: ground.parent).at("data", "schools", 0, "id")?.string)
      func enroll(_ number: String) async throws -> JSONValue {
        try await ground.ask(
          #"mutation { enrollStudent(input: {studentId: "\#(mia)", schoolId: "\#(school)", studentNumber: "\#(number)"}) { enrolment { id state } } }"#,
          as: ground.parent)
      }
      #expect(try await enroll("2041").at("data", "enrollStudent", "enrolment", "state")?.string == "PENDING")
      #expect(try await enroll("2041").code == "CONFLICT")
    }
  }

  @Test func `A request of two parents and a call of staff at the same time make one dismissal`() async throws {
    try await PickupGround.run("pickup_race") { ground in
      let mia = try await ground.students().mia
      let students = try await ground.ask("{ schools { students { id } } }", as: ground.teacher)
      let enrolment = try #require(students.at("data", "schools", 0, "students", 0, "id")?.string)
      let ids = try await withThrowingTaskGroup(of: [String].self) { group in
        for round in 0..<12 {
          group.addTask {
            if round % 3 == 2 {
              let called = try await ground.run("callStudents", [enrolment], as: ground.teacher)
              return called.at("data", "callStudents", "dismissals")?.array?.compactMap { $0.at("id")?.string } ?? []
            }
            return try await ground.request([mia], as: round % 3 == 0 ? ground.parent : ground.otherParent).ids
          }
        }
        return try await group.reduce(into: [String]()) { $0 += $1 }
      }
      #expect(ids.count == 12)
      #expect(Set(ids).count == 1)
      #expect(try await ground.state(of: ids[0]) == "READY")
    }
  }

  @Test func `A student who is absent cannot be asked for, and a closed school takes no requests`() async throws {
    try await PickupGround.run("pickup_hours") { ground in
      let mia = try await ground.students().mia
      let seen = try await ground.ask("{ schools { id students { id } } }", as: ground.teacher)
      let enrolment = try #require(seen.at("data", "schools", 0, "students", 0, "id")?.string)
      let school = try #require(seen.at("data", "schools", 0, "id")?.string)
      func mark(_ isAbsent: Bool) async throws -> JSONValue {
        try await ground.ask(
          #"mutation { markAbsent(input: {ids: ["\#(enrolment)"], isAbsent: \#(isAbsent)}) { students { absentOn } } }"#,
          as: ground.teacher)
      }
      #expect(try await mark(true).at("data", "markAbsent", "students", 0, "absentOn")?.string?.count == 10)
      #expect(try await ground.request([mia]).answer.code == "CONFLICT")
      #expect(try await ground.run("callStudents", [enrolment], as: ground.teacher).code == "CONFLICT")
      #expect(try await mark(false).at("data", "markAbsent", "students", 0, "absentOn") == .null)
      // A minute that is not now, wherever the school is.
      let hours = try await ground.ask(
        #"mutation { updateSchool(input: {id: "\#(school)", pickupFrom: "23:59:58", pickupUntil: "23:59:59"}) { school { pickupFrom } } }"#,
        as: ground.administrator)
      #expect(hours.at("data", "updateSchool", "school", "pickupFrom")?.string == "23:59:58")
      #expect(try await ground.request([mia]).answer.code == "CONFLICT")
    }
  }

  @Test func `What is open when the school day ends reads as expired, and background work ends it`() async throws {
    try await PickupGround.run("pickup_midnight") { ground in
      let (mia, leo) = try await ground.students()
      let ids = try await ground.request([mia, leo]).ids
      #expect(try await ground.run("markReady", [ids[1]], as: ground.dispatcher).at("errors") == nil)
      try await ground.database.run(
        "UPDATE dismissals SET day = day - 1, day_ends_at = now() - interval '1 minute' WHERE state IN ('REQUESTED', 'READY')")
      #expect(try await ground.state(of: ids[0]) == "EXPIRED")
      #expect(try await ground.run("confirmPickups", [ids[1]], as: ground.parent).code == "CONFLICT")
      let pool = try ConnectionPool(PoolConfiguration(address: ground.database.superuser.user("hatched_worker")))
      #expect(try await RepeatedWork.endOfDismissals(pool, atOnce: 1).pass() == 2)
      #expect(try await RepeatedWork.endOfDismissals(pool).pass() == 0)
      await pool.shutdown()
      let stored = try await ground.database.run("SELECT DISTINCT state FROM dismissals WHERE expired_at > now() - interval '1 hour'")
      #expect(stored.count == 1 && stored.text(row: 0, column: 0) == "EXPIRED")
      // Another day, another dismissal.
      let again = try await ground.request([mia])
      #expect(again.ids.count == 1 && again.ids != [ids[0]])
    }
  }
}
