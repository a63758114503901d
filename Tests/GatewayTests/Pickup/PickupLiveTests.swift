import GraphQL
import Logging
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway
@testable import Domain

/// Both sides of a dismissal see its steps as they happen (BG-07).
@Suite(.serialized) struct PickupLiveTests {
  private func with(_ name: String, _ body: (PickupGround) async throws -> Void) async throws {
    try await PickupGround.run(name) { ground in
      let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
      let watch = Task { await ground.gateway.gateway.wakeUp.watch.run(ground.gateway.pool, logger: logger) }
      try await body(ground)
      watch.cancel()
      await watch.value
    }
  }

  private func state(_ answer: GraphQLResponse?, _ field: String) throws -> String? {
    try answer?.json.at("data", .key(field), "state")?.string
  }

  @Test func `Parents and the staff of the class are told of each step, and nobody else`() async throws {
    try await with("pickup_live") { ground in
      let mia = try await ground.students().mia
      let parent = try await ground.gateway.live("subscription { dismissalChanged { state } }", as: ground.otherParent)
      let staff = "subscription { classDismissalsChanged { state student { name } } }"
      let teacher = try await ground.gateway.live(staff, as: ground.teacher)
      let dispatcher = try await ground.gateway.live(staff, as: ground.dispatcher)
      let otherTeacher = try await ground.gateway.live(staff, as: ground.otherTeacher)
      let id = try #require(try await ground.request([mia]).ids.first)
      func expect(_ expected: String) async throws {
        #expect(try state(await parent.next(within: .seconds(20)), "dismissalChanged") == expected)
        #expect(try state(await teacher.next(within: .seconds(20)), "classDismissalsChanged") == expected)
        #expect(try state(await dispatcher.next(within: .seconds(20)), "classDismissalsChanged") == expected)
      }
      try await expect("REQUESTED")
      #expect(try await ground.run("markReady", [id], as: ground.teacher).at("errors") == nil)
      try await expect("READY")
      #expect(try await ground.run("confirmPickups", [id], as: ground.parent).at("errors") == nil)
      try await expect("CONFIRMED")
      #expect(try await otherTeacher.next(within: .milliseconds(700)) == nil)
    }
  }

  /// Ways in which a child with an open dismissal goes out of a teacher's sight.
  enum Departure: String, CaseIterable {
    case endEnrolment, leaveSchool, removeStudentFromSchool, placeStudent, removeMember, updateSchoolStaff
  }

  @Test(arguments: Departure.allCases)
  func `A dismissal that goes out of sight is told once, also one of before the stream`(departure: Departure) async throws {
    try await with("pickup_gone_\(departure.rawValue.lowercased())") { ground in
      let mia = try await ground.students().mia
      let id = try #require(try await ground.request([mia]).ids.first)
      // Older than what a stream looks for because it has changed.
      try await ground.database.run("UPDATE dismissals SET updated_at = now() - interval '1 hour'")
      let staff = "subscription { left: classDismissalsChanged { id state } }"
      let teacher = try await ground.gateway.live(staff, as: ground.teacher)
      let other = try await ground.gateway.live(staff, as: ground.otherTeacher)
      let family = try await ground.gateway.live("subscription { dismissalChanged { id state } }", as: ground.otherParent)
      let enrolment = DemonstrationFamily.enrolmentID
      func run(_ mutation: String, as viewer: AccountViewer) async throws {
        #expect(try await ground.ask("mutation { \(mutation) }", as: viewer).at("errors") == nil)
      }
      switch departure {
      case .endEnrolment: try await run(#"endEnrolment(input: {id: "\#(enrolment)"}) { __typename }"#, as: ground.parent)
      case .leaveSchool:
        try await run(#"leaveSchool(input: {schoolId: "\#(DemonstrationFamily.schoolID)"}) { __typename }"#, as: ground.parent)
      case .removeStudentFromSchool:
        try await run(#"removeStudentFromSchool(input: {id: "\#(enrolment)"}) { id }"#, as: ground.administrator)
      case .placeStudent:
        try await run(
          #"placeStudent(input: {id: "\#(enrolment)", classId: "\#(DemonstrationClass.foxes.id)"}) { student { id } }"#,
          as: ground.administrator)
      case .removeMember: try await run(#"removeMember(input: {id: "\#(mia)", cascade: true}) { __typename }"#, as: ground.parent)
      case .updateSchoolStaff:
        let places = try await ground.ask("{ schools { staff { id name } } }", as: ground.administrator)
        let place = try #require(
          places.at("data", "schools", 0, "staff")?.array?.first { $0.at("name")?.string == "Thea Becker" }?.at("id")?.string)
        try await run(
          #"updateSchoolStaff(input: {id: "\#(place)", role: TEACHER, classIds: []}) { staffMember { id } }"#, as: ground.administrator)
      }
      let gone = try #require(try await teacher.next(within: .seconds(20)))
      let told = try gone.json
      #expect(told.at("data") == .null)
      #expect(told.code == "OUT_OF_SIGHT")
      #expect(told.at("errors", 0, "extensions", "id")?.string == id)
      #expect(told.at("errors", 0, "path", 0)?.string == "left")
      #expect(try await teacher.next(within: .milliseconds(700)) == nil)
      // The class that has the child now hears of it; the family hears of its end.
      let arrived = try await other.next(within: departure == .placeStudent ? .seconds(3) : .milliseconds(300))
      #expect(try arrived?.json.at("data", "left", "state")?.string == (departure == .placeStudent ? "REQUESTED" : nil))
      switch departure {
      case .endEnrolment, .leaveSchool, .removeStudentFromSchool:
        #expect(try await state(family.next(within: .seconds(20)), "dismissalChanged") == "CANCELLED")
      case .removeMember: #expect(try await family.next(within: .seconds(20))?.json.code == "OUT_OF_SIGHT")
      case .placeStudent, .updateSchoolStaff: break
      }
    }
  }

  @Test func `A parent whom the school bars hears once that a dismissal is out of sight, and no step of it`() async throws {
    try await with("pickup_gone_barred") { ground in
      let mia = try await ground.students().mia
      let id = try #require(try await ground.request([mia]).ids.first)
      let stream = try await ground.gateway.live("subscription { dismissalChanged { id } }", as: ground.otherParent)
      try await ground.bar("Mateo Rivera")
      #expect(try await stream.next(within: .seconds(20))?.json.code == "OUT_OF_SIGHT")
      #expect(try await ground.run("markReady", [id], as: ground.teacher).at("errors") == nil)
      #expect(try await stream.next(within: .milliseconds(700)) == nil)
    }
  }

  /// A school of 2,000 students changes ten times a second: its staff wait for the changes of their own class alone.
  @Test func `A dismissal's change is a change of its class, and of no other place`() async throws {
    try await PickupGround.run("pickup_wakes") { ground in
      let mia = try await ground.students().mia
      func stamps() async throws -> [String: String] {
        let rows = try await ground.database.run("SELECT id::text || ' ' || stamp::text FROM place_versions")
        return Dictionary(uniqueKeysWithValues: rows.texts.map { ($0.prefix(36).description, $0.dropFirst(37).description) })
      }
      let before = try await stamps()
      let id = try #require(try await ground.request([mia]).ids.first)
      let requested = try await stamps()
      #expect(before.filter { requested[$0.key] != $0.value }.keys.sorted() == [DemonstrationClass.owls.id.description])
      #expect(try await ground.run("markReady", [id], as: ground.teacher).at("errors") == nil)
      let ready = try await stamps()
      #expect(requested.filter { ready[$0.key] != $0.value }.keys.sorted() == [DemonstrationClass.owls.id.description])
    }
  }

  @Test func `A live query of the queue is answered anew, and a class that is lost is gone from it`() async throws {
    try await with("pickup_queue") { ground in
      let mia = try await ground.students().mia
      let document = "subscription { live { schools { dismissals { state } students { name } } } }"
      let queue = try await ground.gateway.live(document, as: ground.teacher)
      func school(_ answer: GraphQLResponse?) throws -> JSONValue? { try answer?.json.at("data", "live", "schools", 0) }
      #expect(try school(await queue.next(within: .seconds(20)))?.at("students", 0, "name")?.string == "Mia Rivera")
      _ = try await ground.request([mia])
      #expect(try school(await queue.next(within: .seconds(20)))?.at("dismissals", 0, "state")?.string == "REQUESTED")
      let staff = try await ground.ask("{ schools { staff { id name } } }", as: ground.administrator)
      let member = try #require(
        staff.at("data", "schools", 0, "staff")?.array?.first { $0.at("name")?.string == "Thea Becker" }?.at("id")?.string)
      let changed = try await ground.ask(
        #"mutation { updateSchoolStaff(input: {id: "\#(member)", role: TEACHER, classIds: []}) { staffMember { classIds } } }"#,
        as: ground.administrator)
      #expect(changed.at("errors") == nil)
      let after = try school(await queue.next(within: .seconds(20)))
      #expect(after?.at("students") == .array([]))
      #expect(after?.at("dismissals") == .array([]))
    }
  }

  @Test func `A parent who teaches the class of its child sees each side on its own way`() async throws {
    try await with("pickup_both") { ground in
      let (mia, leo) = try await ground.students()
      let ids = try await ground.request([mia, leo]).ids
      let account = ground.parent.accountID
      let (school, owls) = (DemonstrationFamily.schoolID, DemonstrationClass.owls.id)
      let staff = UUIDValue.random()
      _ = try await ground.database.run(
        "SELECT add_staff(\(bind: .uuid(school)), \(bind: .uuid(staff)), \(bind: .uuid(account)), 'Elena', 'TEACHER', \(bind: .uuidArray([owls])))")
      let seen = try await ground.ask(
        """
        { family { dismissals(open: true) { id student { name } } enrolments { student { name } } }
          schools { dismissals { id student { name } } students { name } } }
        """, as: ground.parent)
      // As a parent both children, as a teacher those of the class.
      #expect(seen.at("data", "family", "dismissals")?.array?.count == 2)
      #expect(seen.at("data", "schools", 0, "dismissals")?.array?.count == 1)
      #expect(seen.at("data", "schools", 0, "dismissals", 0, "student", "name")?.string == "Mia Rivera")
      #expect(seen.at("data", "schools", 0, "students")?.array?.count == 1)
      let foreign = try await ground.ask(#"{ classDismissal(id: "\#(ids[1])") { id } dismissal(id: "\#(ids[1])") { id } }"#, as: ground.parent)
      #expect(foreign.at("data", "classDismissal") == .null)
      #expect(foreign.at("data", "dismissal", "id")?.string == ids[1])
      // As a teacher of its own child, it acts as staff.
      #expect(try await ground.run("markReady", [ids[0]], as: ground.parent).at("errors") == nil)
      #expect(try await ground.run("markReady", [ids[1]], as: ground.parent).code == "NOT_FOUND")
    }
  }
}
