import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// How people get out of a family, and what stays there.
@Suite struct LeavingTests {
  private static let database = Task { try await SchoolDatabase("leaving", families: 1) }

  private func run(_ body: (Household) async throws -> Void) async throws {
    try await Household.run(on: Self.database.value, body)
  }

  private static let leave = "mutation { leaveFamily { session { token } viewer { role family { id } } } }"

  @Test func `The last parent leaves no family with students, and any other family`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let made = try await parent.ask(#"mutation { createStudent(input: {name: "Cy"}) { student { id } } }"#)
      let student = try #require(made.at("data", "createStudent", "student", "id")?.string)
      #expect(try await parent.ask(Self.leave).code == "CONFLICT")
      #expect(try await parent.ask("{ family { id } }").at("data", "family", "id") != nil)

      try await parent.ask(#"mutation { removeMember(input: {id: "\#(student)"}) { id } }"#)
      let before = parent.token
      let left = try await parent.ask(Self.leave)
      #expect(left.at("errors") == nil)
      #expect(left.at("data", "leaveFamily", "viewer", "role") == .null)
      #expect(left.at("data", "leaveFamily", "viewer", "family") == .null)
      #expect(try await parent.ask("{ family { id } }").at("data", "family") == .null)
      #expect(try await parent.ask(Self.leave).code == "NOT_FOUND")
      // A new beginning, with the new token; the old one names a family that is no more.
      #expect(try await parent.ask(#"mutation { createFamily(input: {name: "Next"}) { session { token } family { name } } }"#).at("errors") == nil)
      parent.token = before
      #expect(await parent.response("{ family { id } }").outcome == .unauthenticated)
    }
  }

  /// How many parents and students a family has.
  private func count(_ family: String, in household: Household) async throws -> (parents: Int, students: Int) {
    let rows = try await household.database.run(
      "SELECT role FROM members WHERE family_id = \(bind: UUIDValue(family).map { .uuid($0) } ?? .null(.uuid))")
    return (rows.texts.count { $0 == "PARENT" }, rows.texts.count { $0 == "STUDENT" })
  }

  @Test func `Of two parents who leave at the same time one stays with the students`() async throws {
    try await run { household in
      for _ in 0..<5 {
        let (ada, _) = try await household.parent()
        let ben = try await household.newcomer(.parent)
        try await ben.accept(try await household.invitation(of: ada, "role: PARENT"))
        try await ada.ask(#"mutation { createStudent(input: {name: "Cy"}) { student { id } } }"#)
        let family = try #require(try await ada.ask("{ family { id } }").at("data", "family", "id")?.string)
        _ = await household.sendAtOnce([(ada.token, Self.leave), (ben.token, Self.leave)])
        #expect(try await count(family, in: household).parents == 1)
      }
    }
  }

  @Test func `A student who comes while the last parent leaves is not left alone`() async throws {
    try await run { household in
      for _ in 0..<10 {
        let (parent, code) = try await household.parent(joinPolicy: "AUTOMATIC")
        let student = try await household.newcomer(.student)
        let family = try #require(try await parent.ask("{ family { id } }").at("data", "family", "id")?.string)
        let answers = await household.sendAtOnce([
          (student.token, #"mutation { requestToJoinFamily(input: {code: "\#(code)"}) { status } }"#),
          (parent.token, Self.leave),
        ])
        #expect(answers.count { $0?.at("errors") == nil } == 1)
        let members = try await count(family, in: household)
        #expect(members == (1, 1) || members == (0, 0))
      }
    }
  }

  @Test func `Who is removed is refused from the next request on, and begins again without a family`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent()
      let ben = try await household.newcomer(.parent)
      try await ben.accept(try await household.invitation(of: parent, "role: PARENT"))
      let student = try await household.student(of: parent)
      for person in [ben, student] {
        #expect(await person.response("{ family { name } }").outcome == .executed)
        let id = try await person.memberID
        let removed = try await parent.ask(#"mutation { removeMember(input: {id: "\#(id)"}) { id student { id } } }"#)
        #expect(removed.at("data", "removeMember", "id")?.string == id)
        #expect(removed.at("data", "removeMember", "student") == .null)
        #expect(await person.response("{ family { name } }").outcome == .unauthenticated)
        #expect(await person.response(#"mutation { createSubject(input: {name: "S"}) { subject { id } } }"#).outcome == .unauthenticated)
        let refreshed = try await person.refresh(selecting: "viewer { role family { id } }")
        #expect(refreshed.at("data", "refreshSession", "viewer", "family") == .null)
        #expect(try await person.ask("{ viewer { role } }").at("data", "viewer", "role") == .null)
      }
      // And may ask again, if somebody tells the code that the family has now.
      #expect(try await student.requestToJoin(code).code == "NOT_FOUND")
      let next = try #require(try await parent.ask("{ family { code } }").at("data", "family", "code")?.string)
      #expect(try await student.requestToJoin(next).at("data", "requestToJoinFamily", "status")?.string == "PENDING")
    }
  }

  @Test(arguments: ["removeMember", "leaveFamily", "deleteAccount"])
  func `A parent who is gone does not come back with a code that was made before`(by mutation: String) async throws {
    try await run { household in
      let (parent, code) = try await household.parent(joinPolicy: "AUTOMATIC")
      let ben = try await household.newcomer(.parent, name: "Ben")
      try await ben.accept(try await household.invitation(of: parent, "role: PARENT"))
      let kept = try await household.invitation(of: ben, "role: PARENT, expiresInDays: 30")
      let id = try await ben.memberID
      switch mutation {
      case "removeMember":
        #expect(try await parent.ask(#"mutation { removeMember(input: {id: "\#(id)"}) { id } }"#).at("errors") == nil)
        try await ben.refresh()
      case "leaveFamily": #expect(try await ben.ask(Self.leave).at("errors") == nil)
      default:
        let gone = try await ben.ask(#"mutation { deleteAccount(input: {confirmation: "Ben"}) { accountId } }"#)
        #expect(gone.at("errors") == nil)
      }
      let again = mutation == "deleteAccount" ? try await household.newcomer(.parent) : ben
      #expect(try await again.accept(kept).code == "CONFLICT")
      // Nor as a student, where the family lets students in by itself.
      #expect(try await household.newcomer(.student).requestToJoin(code).code == "NOT_FOUND")
      let answer = try await parent.ask("{ family { invitations { status } } }")
      let invitations = try #require(answer.at("data", "family", "invitations")?.array)
      #expect(invitations.map { $0.at("status")?.string } == ["USED", "REVOKED"])
    }
  }

  @Test(arguments: ["", ", keepProfile: true"])
  func `A student who was removed does not come back with the family's code`(_ option: String) async throws {
    try await run { household in
      let (parent, code) = try await household.parent(joinPolicy: "AUTOMATIC")
      let student = try await household.newcomer(.student)
      #expect(try await student.requestToJoin(code).at("data", "requestToJoinFamily", "status")?.string == "JOINED")
      let id = try await student.memberID
      let removed = try await parent.ask(#"mutation { removeMember(input: {id: "\#(id)"\#(option)}) { id } }"#)
      #expect(removed.at("errors") == nil)
      try await student.refresh()
      #expect(try await student.requestToJoin(code).code == "NOT_FOUND")
    }
  }

  @Test func `A student whose profile is made while the last parent leaves is not left alone`() async throws {
    try await run { household in
      for _ in 0..<10 {
        let (parent, _) = try await household.parent()
        let family = try #require(try await parent.ask("{ family { id } }").at("data", "family", "id")?.string)
        _ = await household.sendAtOnce([
          (parent.token, #"mutation { createStudent(input: {name: "Cy"}) { student { id } } }"#), (parent.token, Self.leave),
        ])
        let members = try await count(family, in: household)
        #expect(members == (1, 1) || members == (0, 0))
      }
    }
  }

  @Test func `Who leaves as the last of a family takes it along`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let family = try #require(try await parent.ask("{ family { id } }").at("data", "family", "id")?.string)
      try await parent.ask(#"mutation { createSubject(input: {name: "S"}) { subject { id } } }"#)
      #expect(try await parent.ask(Self.leave).at("errors") == nil)
      for table in ["families", "subjects", "audit_entries"] {
        let rows = try await household.database.run(
          """
          SELECT count(*)::int4 FROM \(identifier: table)
          WHERE family_id = \(bind: .uuid(try #require(UUIDValue(family))))
          """)
        #expect(rows.int4(row: 0, column: 0) == 0, "\(table)")
      }
    }
  }

  @Test func `A student with work is removed with all of it, or keeps a profile without an account`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let id = try await student.memberID
      try await parent.ask(#"mutation { createAssignment(input: {studentId: "\#(id)", title: "T"}) { assignment { id } } }"#)
      let kept = try await parent.ask(#"mutation { removeMember(input: {id: "\#(id)"}) { id } }"#)
      #expect(kept.code == "CONFLICT")
      #expect(kept.inputPath == "input.cascade")
      #expect(await student.response("{ family { id } }").outcome == .executed)

      let profile = try await parent.ask(
        #"mutation { removeMember(input: {id: "\#(id)", keepProfile: true}) { id student { hasAccount assignments { title } } } }"#)
      #expect(profile.at("data", "removeMember", "student", "hasAccount") == .bool(false))
      #expect(profile.at("data", "removeMember", "student", "assignments")?.array?.count == 1)
      #expect(await student.response("{ family { id } }").outcome == .unauthenticated)

      let both = try await parent.ask(
        #"mutation { removeMember(input: {id: "\#(id)", keepProfile: true, cascade: true}) { id } }"#)
      #expect(both.code == "BAD_USER_INPUT")
      #expect(both.inputPath == "input.cascade")

      // No member who knows the code has left: it stays.
      let code = try await parent.ask("{ family { code } }").at("data", "family", "code")
      let gone = try await parent.ask(
        #"mutation { removeMember(input: {id: "\#(id)", cascade: true}) { id family { code } } }"#)
      #expect(gone.at("errors") == nil)
      #expect(gone.at("data", "removeMember", "family", "code") == code)
      #expect(try await parent.ask("{ family { students { id } } }").at("data", "family", "students") == .array([]))
    }
  }

  @Test(arguments: [
    ##"createPlannerTask(input: {studentId: "STUDENT", title: "T", date: "2026-09-07", color: "#0A84FF"}) { plannerTask { id } }"##,
    #"createPortfolioItem(input: {studentId: "STUDENT", title: "T", date: "2026-09-07"}) { portfolioItem { id } }"#,
    #"createAttendanceRecord(input: {studentId: "STUDENT", date: "2026-09-07", state: PRESENT}) { attendanceRecord { id } }"#,
  ])
  func `A student with anything of its own is not removed by the way`(work: String) async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let made = try await parent.ask(#"mutation { createStudent(input: {name: "Cy"}) { student { id } } }"#)
      let id = try #require(made.at("data", "createStudent", "student", "id")?.string)
      let own = try await parent.ask("mutation { \(work.replacing("STUDENT", with: id)) }")
      #expect(own.at("errors") == nil)
      #expect(try await parent.ask(#"mutation { removeMember(input: {id: "\#(id)"}) { id } }"#).code == "CONFLICT")
      let gone = try await parent.ask(#"mutation { removeMember(input: {id: "\#(id)", cascade: true}) { id } }"#)
      #expect(gone.at("errors") == nil)
    }
  }

  @Test func `A student who leaves leaves the work in the family`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let id = try await student.memberID
      try await parent.ask(#"mutation { createAssignment(input: {studentId: "\#(id)", title: "T"}) { assignment { id } } }"#)
      #expect(try await student.ask(Self.leave).at("errors") == nil)
      #expect(try await student.ask("{ family { id } }").at("data", "family") == .null)
      let stays = try await parent.ask(#"{ student(id: "\#(id)") { name hasAccount assignments { title } } }"#)
      #expect(stays.at("data", "student", "name")?.string == "Student")
      #expect(stays.at("data", "student", "hasAccount") == .bool(false))
      #expect(stays.at("data", "student", "assignments")?.array?.count == 1)
    }
  }

  @Test func `Only a parent removes, only someone else, and only of the own family`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let (other, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let (parentID, studentID) = (try await parent.memberID, try await student.memberID)
      func remove(_ id: String, _ options: String = "") -> String {
        #"mutation { removeMember(input: {id: "\#(id)" \#(options)}) { id } }"#
      }
      #expect(try await student.ask(remove(parentID)).code == "FORBIDDEN")
      #expect(try await household.newcomer(.parent).ask(remove(parentID)).code == "FORBIDDEN")
      for id in [parentID, studentID, newID(), "no"] {
        #expect(try await other.ask(remove(id)).code == "NOT_FOUND")
      }
      #expect(try await parent.ask(remove(parentID)).code == "BAD_USER_INPUT")
      let ben = try await household.newcomer(.parent)
      try await ben.accept(try await household.invitation(of: parent, "role: PARENT"))
      let kept = try await parent.ask(remove(try await ben.memberID, "keepProfile: true"))
      #expect(kept.code == "BAD_USER_INPUT")
      #expect(kept.inputPath == "input.keepProfile")
    }
  }
}
