import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// A student who founds a family of its own, as its only member (GT-18).
@Suite struct StudentFounderTests {
  private static let database = Task { try await SchoolDatabase("student_founders", families: 1) }

  private func run(_ body: (Household) async throws -> Void) async throws {
    try await Household.run(on: Self.database.value, body)
  }

  private static let found =
    #"mutation { createFamily(input: {name: "Solo", timeZone: "Europe/Berlin", founderRole: STUDENT}) { session { token } family { id } } }"#
  private static let leave = "mutation { leaveFamily { session { token } viewer { family { id } } } }"

  /// A student with a family of its own, and the family's id.
  private func founder(_ household: Household, _ role: Role = .student) async throws -> (person: Person, family: String) {
    let person = try await household.newcomer(role, name: "Solo")
    let made = try await person.ask(Self.found)
    #expect(made.at("errors") == nil)
    return (person, try #require(made.at("data", "createFamily", "family", "id")?.string))
  }

  private func count(_ table: String, of family: String, _ household: Household) async throws -> Int32? {
    let rows = try await household.database.run(
      "SELECT count(*)::int4 FROM \(identifier: table) WHERE family_id = \(bind: .uuid(try #require(UUIDValue(family))))")
    return rows.int4(row: 0, column: 0)
  }

  @Test func `A founder keeps a whole school of its own, up to the report card`() async throws {
    try await run { household in
      let (solo, _) = try await founder(household)
      let start = try await solo.ask(
        "{ viewer { role member { id name } } family { name timeZone studentsKeep parents { id } students { id } } }")
      #expect(start.at("errors") == nil)
      let me = try #require(start.at("data", "viewer", "member", "id")?.string)
      #expect(start.at("data", "viewer", "role")?.string == "STUDENT")
      #expect(start.at("data", "family", "studentsKeep")?.string == "COURSES_AND_GRADES")
      #expect(start.at("data", "family", "timeZone")?.string == "Europe/Berlin")
      #expect(start.at("data", "family", "parents") == .array([]))
      #expect(start.at("data", "family", "students", 0, "id")?.string == me)
      let ids = (0..<4).map { _ in newID() }
      let walk = try await solo.ask(
        """
        mutation {
          a: createSubject(input: {id: "\(ids[0])", name: "Science"}) { subject { keeper { id } } }
          b: createCourse(input: {id: "\(ids[1])", subjectId: "\(ids[0])", name: "Biology", creditHours: 3}) { course { keeper { id } } }
          c: createWeightGroup(input: {id: "\(ids[2])", courseId: "\(ids[1])", name: "Tests", weight: 60}) { weightGroup { name } }
          d: createAssignment(input: {
            id: "\(ids[3])", studentId: "\(me)", courseId: "\(ids[1])", weightGroupId: "\(ids[2])", title: "Cells", pointsPossible: 20
          }) { assignment { title } }
          e: gradeAssignment(input: {id: "\(ids[3])", pointsAwarded: 19}) { assignment { percentage } course { grade letter(studentId: "\(me)") } }
        }
        """)
      #expect(walk.at("errors") == nil)
      #expect(walk.at("data", "b", "course", "keeper", "id")?.string == me)
      #expect(walk.at("data", "e", "course", "grade") == .number("95"))
      let card = try await solo.ask(
        #"{ student(id: "\#(me)") { gradePointAverage reportCard { course { name } grade gradedCount } } }"#)
      #expect(card.at("errors") == nil, "\(card)")
      #expect(card.at("data", "student", "reportCard", 0, "course", "name")?.string == "Biology")
      #expect(card.at("data", "student", "reportCard", 0, "grade") == .number("95"))
    }
  }

  @Test func `An account founds a family in its own role, and in one`() async throws {
    try await run { household in
      let parent = try await household.newcomer(.parent)
      #expect(try await parent.ask(Self.found).code == "FORBIDDEN")
      let (solo, family) = try await founder(household)
      #expect(try await solo.ask(Self.found).code == "CONFLICT")
      #expect(try await solo.ask(#"mutation { createFamily(input: {name: "F"}) { family { id } } }"#).code == "FORBIDDEN")
      // The same input again is answered as the first time.
      let again = try await household.newcomer(.student)
      let input = Self.found.replacing("name:", with: "id: \"\(newID())\", name:")
      let made = [try await again.ask(input), try await again.ask(input)].map { $0.at("data", "createFamily", "family", "id")?.string }
      #expect(made[0] != nil && made[0] == made[1] && made[0] != family)
    }
  }

  @Test func `The founder invites a parent alone, and only while there is none`() async throws {
    try await run { household in
      let (solo, family) = try await founder(household)
      let student = try await solo.ask("mutation { createInvitation(input: {role: STUDENT}) { code } }")
      #expect(student.code == "FORBIDDEN")
      #expect(student.inputPath == "input.role")
      let export = try await solo.ask("mutation { exportFamily { document } }")
      #expect(export.at("errors") == nil)
      #expect(export.at("data", "exportFamily", "document", "members", 0, "name")?.string == "Solo")
      let made = try await solo.ask("mutation { createInvitation(input: {role: PARENT}) { code invitation { id } } }")
      #expect(made.at("errors") == nil)
      #expect(made.at("data", "createInvitation", "invitation") == .null)
      let code = try #require(made.at("data", "createInvitation", "code")?.string)
      #expect(try await household.newcomer(.student).accept(code).code == "FORBIDDEN")
      let parent = try await household.newcomer(.parent, name: "Late")
      let joined = try await parent.accept(code)
      #expect(joined.at("errors") == nil)
      #expect(joined.at("data", "acceptInvitation", "viewer", "role")?.string == "PARENT")
      #expect(try await count("members", of: family, household) == 2)
      // From here on the family is as any other: the parent decides.
      #expect(try await solo.ask("mutation { exportFamily { document } }").code == "FORBIDDEN")
      #expect(try await solo.ask("mutation { createInvitation(input: {role: PARENT}) { code } }").code == "FORBIDDEN")
      #expect(try await solo.ask(#"mutation { createSubject(input: {name: "S"}) { subject { id } } }"#).at("errors") == nil)
      #expect(try await parent.ask("mutation { updateFamily(input: {studentsKeep: NOTES_AND_TIME}) { family { id } } }").at("errors") == nil)
      #expect(try await solo.ask(#"mutation { createSubject(input: {name: "S"}) { subject { id } } }"#).code == "FORBIDDEN")
      #expect(try await parent.ask(Self.leave).code == "CONFLICT")
      #expect(try await solo.ask(Self.leave).at("errors") == nil)
      #expect(try await count("members", of: family, household) == 2)
    }
  }

  @Test(arguments: ["leaveFamily", "deleteAccount"])
  func `A founder who goes alone takes the family along`(by mutation: String) async throws {
    try await run { household in
      let (solo, family) = try await founder(household)
      #expect(try await solo.ask(#"mutation { createSubject(input: {name: "S"}) { subject { id } } }"#).at("errors") == nil)
      let made = try await solo.ask("mutation { createInvitation(input: {role: PARENT}) { code } }")
      let code = try #require(made.at("data", "createInvitation", "code")?.string)
      let gone = mutation == "leaveFamily" ? Self.leave : #"mutation { deleteAccount(input: {confirmation: "Solo"}) { accountId } }"#
      #expect(try await solo.ask(gone).at("errors") == nil)
      for table in ["families", "members", "subjects", "audit_entries"] { #expect(try await count(table, of: family, household) == 0, "\(table)") }
      #expect(try await household.newcomer(.parent).accept(code).code == "NOT_FOUND")
    }
  }

  @Test func `A parent who comes while the founder leaves is not left alone`() async throws {
    try await run { household in
      for _ in 0..<6 {
        let (solo, family) = try await founder(household)
        let made = try await solo.ask("mutation { createInvitation(input: {role: PARENT}) { code } }")
        let code = try #require(made.at("data", "createInvitation", "code")?.string)
        let parent = try await household.newcomer(.parent)
        _ = await household.sendAtOnce([
          (solo.token, Self.leave), (parent.token, #"mutation { acceptInvitation(input: {code: "\#(code)"}) { session { token } } }"#),
        ])
        // Either the family is gone, or the student's profile stays with the parent.
        let members = try await count("members", of: family, household)
        #expect(members == 0 || members == 2)
        #expect(try await count("families", of: family, household) == (members == 0 ? 0 : 1))
      }
    }
  }

  @Test func `Nobody joins a family without a parent with its code`() async throws {
    try await run { household in
      let (solo, family) = try await founder(household)
      #expect(try await solo.ask("{ family { name code } }").code == "FORBIDDEN")
      for policy in ["CONFIRM", "AUTOMATIC"] {
        let rows = try await household.database.run(
          """
          UPDATE families SET join_policy = \(bind: .text(policy)) WHERE family_id = \(bind: .uuid(try #require(UUIDValue(family))))
          RETURNING code
          """)
        let code = try #require(rows.text(row: 0, column: 0))
        #expect(try await household.newcomer(.student).requestToJoin(code).code == "NOT_FOUND")
      }
      #expect(try await count("members", of: family, household) == 1)
    }
  }

  @Test func `Of changes that race with the setting none gets through after it`() async throws {
    try await run { household in
      let (solo, _) = try await founder(household)
      let made = try await solo.ask("mutation { createInvitation(input: {role: PARENT}) { code } }")
      let parent = try await household.newcomer(.parent)
      try await parent.accept(try #require(made.at("data", "createInvitation", "code")?.string))
      let subject = newID()
      try await solo.ask(#"mutation { createSubject(input: {id: "\#(subject)", name: "S"}) { subject { id } } }"#)
      func setting(_ value: String) -> String { "mutation { updateFamily(input: {studentsKeep: \(value)}) { family { id } } }" }
      for _ in 0..<4 {
        try await parent.ask(setting("COURSES_AND_GRADES"))
        let before = try #require(try await version(subject, solo))
        let answers = await household.sendAtOnce(
          (0..<5).map { (solo.token, #"mutation { updateSubject(input: {id: "\#(subject)", name: "S\#($0)"}) { subject { version } } }"#) }
            + [(parent.token, setting("NOTES_AND_TIME"))])
        let done = answers.prefix(5).count { $0?.at("errors") == nil }
        #expect(answers.prefix(5).allSatisfy { $0?.at("errors") == nil || $0?.code == "FORBIDDEN" }, "\(answers)")
        #expect(try await version(subject, solo) == before + Double(done))
        #expect(try await solo.ask(#"mutation { updateSubject(input: {id: "\#(subject)", name: "X"}) { subject { id } } }"#).code == "FORBIDDEN")
      }
    }
  }

  private func version(_ subject: String, _ person: Person) async throws -> Double? {
    try await person.ask(#"{ subject(id: "\#(subject)") { version } }"#).at("data", "subject", "version")?.number
  }
}
