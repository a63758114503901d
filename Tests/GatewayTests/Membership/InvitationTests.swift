import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// How parents let someone in with a code that works once (REQ-FAM-003).
@Suite struct InvitationTests {
  private static let database = Task { try await SchoolDatabase("invitations", families: 1) }

  private func run(_ body: (Household) async throws -> Void) async throws {
    try await Household.run(on: Self.database.value, body)
  }

  private func statuses(_ parent: Person) async throws -> [String] {
    let family = try await parent.ask("{ family { invitations { status } } }")
    return family.at("data", "family", "invitations")?.array?.compactMap { $0.at("status")?.string } ?? []
  }

  @Test func `A parent joins with a parent's invitation, and reads the answer as a parent`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let made = try await parent.ask(
        "mutation { createInvitation(input: {role: PARENT}) { code invitation { role status student { id } } } }")
      let code = try #require(made.at("data", "createInvitation", "code")?.string)
      #expect(code.wholeMatch(of: /([0-9A-Z]{4}-){3}[0-9A-Z]{4}/) != nil)
      #expect(made.at("data", "createInvitation", "invitation", "status")?.string == "OPEN")
      try await parent.ask(#"mutation { createStudent(input: {name: "Cy"}) { student { id } } }"#)

      let ben = try await household.newcomer(.parent, name: "Ben")
      let answer = try await ben.accept(code.lowercased().replacing("-", with: " "))
      #expect(answer.at("errors") == nil)
      let payload = try #require(answer.at("data", "acceptInvitation"))
      #expect(payload.at("viewer", "role")?.string == "PARENT")
      #expect(payload.at("family", "name")?.string == "Family")
      // Only parents see this field.
      #expect(payload.at("family", "students", 0, "hasAccount") == .bool(false))
      #expect(try await ben.ask("{ family { parents { name } } }").at("data", "family", "parents")?.array?.count == 2)
      #expect(try await statuses(parent) == ["USED"])
    }
  }

  @Test func `A code works once: for who used it the answer is the same again, for others it is a conflict`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let code = try await household.invitation(of: parent, "role: STUDENT")
      let (cy, dee) = (try await household.newcomer(.student), try await household.newcomer(.student))
      let before = cy.token
      let first = try await cy.accept(code)
      for token in [cy.token, before] {
        cy.token = token
        let again = try await cy.accept(code)
        #expect(again.at("data", "acceptInvitation", "viewer") == first.at("data", "acceptInvitation", "viewer"))
      }
      let used = try await dee.accept(code)
      #expect(used.code == "CONFLICT")
      #expect(used.inputPath == "input.code")
      #expect(try await dee.ask("{ family { id } }").at("data", "family") == .null)
    }
  }

  @Test func `Of two who use a code at the same time one joins`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let code = try await household.invitation(of: parent, "role: STUDENT")
      let tokens = [try await household.newcomer(.student).token, try await household.newcomer(.student).token]
      let gateway = household.gateway
      let joined = await withTaskGroup(of: Bool.self) { group in
        for token in tokens {
          group.addTask {
            let answer = await gateway.send(
              #"mutation { acceptInvitation(input: {code: "\#(code)"}) { viewer { id } } }"#,
              authorization: token.map { "Bearer \($0)" })
            return (try? answer.json)?.at("errors") == nil
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(joined == 1)
      #expect(try await parent.ask("{ family { students { id } } }").at("data", "family", "students")?.array?.count == 1)
    }
  }

  @Test func `An invitation that expired, was taken back, or never was opens nothing`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.newcomer(.student)
      let expired = try await household.invitation(of: parent, "role: STUDENT")
      try await household.database.run("UPDATE invitations SET expires_at = now() WHERE used_at IS NULL AND revoked_at IS NULL")
      let id = newID()
      let revoked = try await household.invitation(of: parent, #"id: "\#(id)", role: STUDENT"#)
      for _ in 0..<2 {
        let answer = try await parent.ask(#"mutation { revokeInvitation(input: {id: "\#(id)"}) { invitation { status } } }"#)
        #expect(answer.at("data", "revokeInvitation", "invitation", "status")?.string == "REVOKED")
      }
      for (code, expectation) in [(expired, "CONFLICT"), (revoked, "CONFLICT"), ("AAAA-AAAA-AAAA-AAAA", "NOT_FOUND"), ("x", "NOT_FOUND")] {
        let answer = try await student.accept(code)
        #expect(answer.code == expectation)
        #expect(answer.inputPath == "input.code")
      }
      #expect(try await statuses(parent) == ["EXPIRED", "REVOKED"])
      #expect(try await student.ask("{ family { id } }").at("data", "family") == .null)
    }
  }

  @Test func `Who is in a family joins no second one`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let (other, _) = try await household.parent()
      let code = try await household.invitation(of: other, "role: PARENT")
      #expect(try await parent.accept(code).code == "CONFLICT")
      // Nor with a token from before the first.
      let ada = try await household.newcomer(.parent)
      let before = ada.token
      try await ada.ask(#"mutation { createFamily(input: {name: "F"}) { session { token } } }"#)
      ada.token = before
      #expect(try await ada.accept(code).code == "CONFLICT")
      #expect(try await statuses(other) == ["OPEN"])
    }
  }

  @Test func `Who is in a family does not learn which codes others have`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let (other, familyCode) = try await household.parent()
      let student = try await household.student(of: parent)
      let code = try await household.invitation(of: other, "role: STUDENT")
      for person in [parent, student] {
        let answers = [try await person.accept(code), try await person.accept("AAAA-AAAA-AAAA-AAAA")]
        #expect(answers.map(\.code) == ["CONFLICT", "CONFLICT"])
        #expect(answers[0].errorsWithoutLocations == answers[1].errorsWithoutLocations)
      }
      let answers = [try await student.requestToJoin(familyCode), try await student.requestToJoin("AAAAA-AAAAA")]
      #expect(answers.map(\.code) == ["CONFLICT", "CONFLICT"])
      #expect(answers[0].errorsWithoutLocations == answers[1].errorsWithoutLocations)
    }
  }

  @Test("A role that someone chose opens no family as another", arguments: [Role.parent, .student])
  func claimedRole(_ role: Role) async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let code = try await household.invitation(of: parent, "role: \(role.rawValue)")
      let other = try await household.newcomer(role == .parent ? .student : .parent)
      #expect(try await other.accept(code).code == "FORBIDDEN")
      #expect(try await statuses(parent) == ["OPEN"])
      // By the parent's word, and the owner's, it does.
      try await other.ask("mutation { updateViewer(input: {role: \(role.rawValue)}) { viewer { id } } }")
      #expect(try await other.accept(code).at("data", "acceptInvitation", "viewer", "role")?.string == role.rawValue)
    }
  }

  @Test func `An invitation for a student's profile gives the profile its account`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let profile = newID()
      try await parent.ask(#"mutation { createStudent(input: {id: "\#(profile)", name: "Cy"}) { student { id } } }"#)
      let first = try await household.invitation(of: parent, #"role: STUDENT, studentId: "\#(profile)""#)
      let second = try await household.invitation(of: parent, #"role: STUDENT, studentId: "\#(profile)""#)
      let (cy, dee) = (try await household.newcomer(.student), try await household.newcomer(.student))
      #expect(try await cy.accept(first).at("data", "acceptInvitation", "viewer", "member", "id")?.string == profile)
      // The profile has its account: there is nothing left to be invited to.
      #expect(try await statuses(parent) == ["USED", "REVOKED"])
      let late = try await dee.accept(second)
      #expect(late.code == "CONFLICT")
      #expect(late.at("errors", 0, "message")?.string == "This invitation was taken back, or its student has an account by now: ask for another.")
      let third = try await parent.ask(#"mutation { createInvitation(input: {role: STUDENT, studentId: "\#(profile)"}) { code } }"#)
      #expect(third.code == "CONFLICT")
      #expect(third.inputPath == "input.studentId")
    }
  }

  @Test func `No invitation stays open that is made while its student's profile gets an account`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      for _ in 0..<12 {
        let profile = newID()
        try await parent.ask(#"mutation { createStudent(input: {id: "\#(profile)", name: "Cy"}) { student { id } } }"#)
        let first = try await household.invitation(of: parent, #"role: STUDENT, studentId: "\#(profile)""#)
        let cy = try await household.newcomer(.student)
        let answers = await household.sendAtOnce([
          (cy.token, #"mutation { acceptInvitation(input: {code: "\#(first)"}) { viewer { id } } }"#),
          (parent.token, #"mutation { createInvitation(input: {role: STUDENT, studentId: "\#(profile)"}) { code } }"#),
        ])
        #expect(answers[0]?.at("errors") == nil)
        #expect(try await statuses(parent).allSatisfy { ["USED", "REVOKED"].contains($0) })
      }
    }
  }

  @Test func `An invitation that has expired stays so when its student's profile gets an account`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let profile = newID()
      try await parent.ask(#"mutation { createStudent(input: {id: "\#(profile)", name: "Cy"}) { student { id } } }"#)
      let id = newID()
      _ = try await household.invitation(of: parent, #"id: "\#(id)", role: STUDENT, studentId: "\#(profile)""#)
      try await household.database.run("UPDATE invitations SET expires_at = now() WHERE id::text = \(bind: .text(id))")
      let code = try await household.invitation(of: parent, #"role: STUDENT, studentId: "\#(profile)""#)
      try await household.newcomer(.student).accept(code)
      #expect(try await statuses(parent) == ["EXPIRED", "USED"])
    }
  }

  @Test(
    "What an invitation may not be is refused with its path",
    arguments: [
      ("role: STUDENT, expiresInDays: 0", "BAD_USER_INPUT", "expiresInDays"),
      ("role: STUDENT, expiresInDays: 31", "BAD_USER_INPUT", "expiresInDays"),
      (#"role: STUDENT, id: "no""#, "BAD_USER_INPUT", "id"),
      (#"role: PARENT, studentId: "0198f000-0000-7000-8004-000000000003""#, "BAD_USER_INPUT", "studentId"),
      // The demonstration family's, not theirs.
      (#"role: STUDENT, studentId: "0198f000-0000-7000-8004-000000000003""#, "NOT_FOUND", "studentId"),
      (#"role: STUDENT, studentId: "no""#, "NOT_FOUND", "studentId"),
    ])
  func refused(input: String, code: String, field: String) async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let answer = try await parent.ask("mutation { createInvitation(input: {\(input)}) { code } }")
      #expect(answer.code == code)
      #expect(answer.inputPath == "input.\(field)")
    }
  }

  @Test func `The same input sent twice has the same code, which the database does not have`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let id = newID()
      let input = #"id: "\#(id)", role: PARENT"#
      let code = try await household.invitation(of: parent, input)
      #expect(try await household.invitation(of: parent, input) == code)
      let other = try await parent.ask(#"mutation { createInvitation(input: {id: "\#(id)", role: STUDENT}) { code } }"#)
      #expect(other.code == "CONFLICT")
      let rows = try await household.database.run("SELECT invitations::text FROM invitations")
      let plain = code.replacing("-", with: "")
      #expect(rows.count > 0)
      #expect(!rows.texts.contains { $0.contains(code) || $0.contains(plain) })
      // Another family's id of the same spelling has another code.
      let (second, _) = try await household.parent()
      #expect(try await household.invitation(of: second, input) != code)
    }
  }

  @Test func `Invitations are for the parents of the family alone`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let (other, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let id = newID()
      _ = try await household.invitation(of: parent, #"id: "\#(id)", role: PARENT"#)
      let revoke = #"mutation { revokeInvitation(input: {id: "\#(id)"}) { invitation { id } } }"#
      #expect(try await other.ask(revoke).code == "NOT_FOUND")
      #expect(try await student.ask(revoke).code == "FORBIDDEN")
      #expect(try await student.ask("mutation { createInvitation(input: {role: PARENT}) { code } }").code == "FORBIDDEN")
      #expect(try await household.newcomer(.parent).ask("mutation { createInvitation(input: {role: PARENT}) { code } }").code == "FORBIDDEN")
      #expect(try await statuses(other) == [])
      // The one that the student came with, and this one.
      #expect(try await statuses(parent) == ["USED", "OPEN"])
    }
  }

  @Test func `An invitation that was used is not taken back`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let id = newID()
      let code = try await household.invitation(of: parent, #"id: "\#(id)", role: STUDENT"#)
      try await household.newcomer(.student).accept(code)
      #expect(try await parent.ask(#"mutation { revokeInvitation(input: {id: "\#(id)"}) { invitation { id } } }"#).code == "CONFLICT")
    }
  }
}
