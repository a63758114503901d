import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// How families begin, and who changes them (REQ-FAM-001, REQ-FAM-002).
@Suite struct FamilyTests {
  private static let database = Task { try await SchoolDatabase("family_changes", families: 1) }

  private func run(_ body: (Household) async throws -> Void) async throws {
    try await Household.run(on: Self.database.value, body)
  }

  @Test func `A newcomer makes a family, and reads the answer as its parent`() async throws {
    try await run { household in
      let ada = try await household.newcomer(.parent, name: "Ada")
      let answer = try await ada.ask(
        """
        mutation { createFamily(input: {name: "Lovelace", timeZone: "Europe/London"}) {
          session { token expiresAt refreshToken }
          family { name timeZone code joinPolicy version parents { name email } students { hasAccount } joinRequests { id } }
          viewer { role member { name } family { name } }
        } }
        """)
      #expect(answer.at("errors") == nil)
      let payload = try #require(answer.at("data", "createFamily"))
      #expect(payload.at("family", "name")?.string == "Lovelace")
      #expect(payload.at("family", "timeZone")?.string == "Europe/London")
      #expect(payload.at("family", "code")?.string?.wholeMatch(of: /[0-9A-Z]{5}-[0-9A-Z]{5}/) != nil)
      #expect(payload.at("family", "joinPolicy")?.string == "CONFIRM")
      #expect(payload.at("family", "parents", 0, "name")?.string == "Ada")
      #expect(payload.at("family", "students") == .array([]))
      #expect(payload.at("family", "joinRequests") == .array([]))
      #expect(payload.at("viewer", "role")?.string == "PARENT")
      #expect(payload.at("viewer", "family", "name")?.string == "Lovelace")
      // The session is the one that there was; its refresh token stays good.
      #expect(payload.at("session", "refreshToken") == .null)
      #expect(try await ada.ask("{ family { name } }").at("data", "family", "name")?.string == "Lovelace")
      #expect(try await ada.refresh(selecting: "viewer { role }").at("data", "refreshSession", "viewer", "role")?.string == "PARENT")
    }
  }

  @Test func `Who is to be a student makes no family, nor does who has one, or has no name`() async throws {
    try await run { household in
      let create = #"mutation { createFamily(input: {name: "F"}) { session { token } family { id } } }"#
      #expect(try await household.newcomer(.student).ask(create).code == "FORBIDDEN")
      let (parent, _) = try await household.parent()
      #expect(try await parent.ask(create).code == "CONFLICT")
      #expect(try await household.student(of: parent).ask(create).code == "FORBIDDEN")
      #expect(try await household.newcomer(.parent, name: nil).ask(create).code == "BAD_USER_INPUT")
      #expect(await household.gateway.send(create, as: nil).outcome == .unauthenticated)
    }
  }

  @Test func `The same input sent twice makes one family, also with the token of before`() async throws {
    try await run { household in
      let ada = try await household.newcomer(.parent)
      let id = newID()
      func create(_ name: String) -> String {
        #"mutation { createFamily(input: {id: "\#(id)", name: "\#(name)"}) { session { token } family { id name code } } }"#
      }
      let before = ada.token
      let first = try await ada.ask(create("One"))
      #expect(first.at("data", "createFamily", "family", "id")?.string != id)
      for token in [ada.token, before] {
        ada.token = token
        let again = try await ada.ask(create("One"))
        #expect(again.at("data", "createFamily", "family") == first.at("data", "createFamily", "family"))
        #expect(again.at("errors") == nil)
      }
      #expect(try await ada.ask(create("Two")).code == "CONFLICT")
      // Another id is another input, and there is one family an account.
      let other = try await ada.ask(create("One").replacing(id, with: newID()))
      #expect(other.code == "CONFLICT")
      #expect(other.at("errors", 0, "message")?.string == "Your account is in a family already: leave it first.")
    }
  }

  @Test func `No answer tells whether another family has an id`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let made = newID()
      let taken = try await household.newcomer(.parent)
      try await taken.ask(#"mutation { createFamily(input: {id: "\#(made)", name: "F"}) { session { token } } }"#)
      let families = [parent, taken]
      var ids = [newID(), made]
      for family in families { ids.append(try #require(try await family.ask("{ family { id } }").at("data", "family", "id")?.string)) }
      for id in ids {
        let stranger = try await household.newcomer(.parent, name: "S")
        let answer = try await stranger.ask(
          #"mutation { createFamily(input: {id: "\#(id)", name: "S"}) { session { token } family { id name parents { name } } } }"#)
        #expect(answer.at("errors") == nil)
        let family = try #require(answer.at("data", "createFamily", "family"))
        #expect(family.at("name")?.string == "S")
        #expect(family.at("parents")?.array?.count == 1)
        #expect(family.at("id")?.string.map { ids.contains($0) } == false)
      }
      for family in families { #expect(try await family.ask("{ family { parents { id } } }").at("data", "family", "parents")?.array?.count == 1) }
    }
  }

  @Test func `Who asks for several families at once has one`() async throws {
    try await run { household in
      for _ in 0..<5 {
        let ada = try await household.newcomer(.parent)
        let answers = await household.sendAtOnce(
          (0..<4).map { (ada.token, #"mutation { createFamily(input: {name: "F\#($0)"}) { family { id } } }"#) })
        #expect(answers.count { $0?.at("errors") == nil } == 1)
        let id = try await ada.ask("{ viewer { id } }").at("data", "viewer", "id")?.string
        let families = try await household.database.run(
          "SELECT 1 FROM members WHERE account_id = \(bind: id.flatMap { UUIDValue($0) }.map { .uuid($0) } ?? .null(.uuid))")
        #expect(families.count == 1)
      }
    }
  }

  @Test func `Parents change the family, nobody else does`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let update = #"mutation { updateFamily(input: {name: "New", timeZone: "Asia/Tokyo", joinPolicy: AUTOMATIC}) { family { name timeZone joinPolicy } } }"#
      #expect(try await student.ask(update).code == "FORBIDDEN")
      #expect(try await household.newcomer(.parent).ask(update).code == "FORBIDDEN")
      let family = try await parent.ask(update).at("data", "updateFamily", "family")
      #expect(family?.at("name")?.string == "New")
      #expect(family?.at("timeZone")?.string == "Asia/Tokyo")
      #expect(family?.at("joinPolicy")?.string == "AUTOMATIC")
      let stale = try await parent.ask(#"mutation { updateFamily(input: {ifVersion: 1, name: "X"}) { family { name } } }"#)
      #expect(stale.code == "CONFLICT")
      let (other, _) = try await household.parent()
      #expect(try await other.ask("{ family { name } }").at("data", "family", "name")?.string == "Family")
    }
  }

  @Test(
    "A time zone that is none is refused, by a new family too", arguments: ["Mars/Phobos", "EST5EDT,M3.2.0,M11.1.0"])
  func timeZone(_ zone: String) async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      for mutation in [
        #"updateFamily(input: {timeZone: "\#(zone)"}) { __typename }"#,
        #"createFamily(input: {name: "F", timeZone: "\#(zone)"}) { __typename }"#,
      ] {
        let asker = mutation.hasPrefix("create") ? try await household.newcomer(.parent) : parent
        let answer = try await asker.ask("mutation { \(mutation) }")
        #expect(answer.code == "BAD_USER_INPUT")
        #expect(answer.inputPath == "input.timeZone")
      }
    }
  }

  @Test func `Parents read the code and change it, students do not; the old one opens nothing`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent(joinPolicy: "AUTOMATIC")
      let student = try await household.student(of: parent)
      let seen = try await student.ask("{ family { name code joinRequests { id } invitations { id } } }")
      #expect(seen.at("data", "family", "name")?.string == "Family")
      for field in ["code", "joinRequests", "invitations"] {
        #expect(seen.at("data", "family", .key(field)) == .null)
      }
      #expect(seen.at("errors")?.array?.compactMap { $0.at("extensions", "code")?.string } == ["FORBIDDEN", "FORBIDDEN", "FORBIDDEN"])
      #expect(try await student.ask("mutation { rotateFamilyCode { family { code } } }").code == "FORBIDDEN")
      let rotated = try await parent.ask("mutation { rotateFamilyCode { family { code } } }")
      let new = try #require(rotated.at("data", "rotateFamilyCode", "family", "code")?.string)
      #expect(new != code)
      let newcomer = try await household.newcomer(.student)
      #expect(try await newcomer.requestToJoin(code).code == "NOT_FOUND")
      #expect(try await newcomer.requestToJoin(new).at("data", "requestToJoinFamily", "status")?.string == "JOINED")
    }
  }

  // MARK: Students

  @Test func `A parent makes students' profiles and changes them`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let id = newID()
      let create = #"createStudent(input: {id: "\#(id)", name: "Cy", email: "cy@example.org"}) { student { id name email hasAccount version } }"#
      let answer = try await parent.ask(
        """
        mutation {
          a: \(create)
          b: \(create)
          c: createStudent(input: {id: "\(id)", name: "Dee"}) { student { id } }
          d: updateStudent(input: {id: "\(id)", name: "Cyril", email: null}) { student { name email version } }
          e: updateStudent(input: {id: "\(id)", ifVersion: 1, name: "X"}) { student { name } }
          f: updateStudent(input: {id: "\(id)", email: "no"}) { student { name } }
        }
        """)
      #expect(answer.at("data", "a", "student", "hasAccount") == .bool(false))
      #expect(answer.at("data", "a", "student", "email")?.string == "cy@example.org")
      #expect(answer.at("data", "b") == answer.at("data", "a"))
      #expect(answer.at("data", "d", "student", "name")?.string == "Cyril")
      #expect(answer.at("data", "d", "student", "email") == .null)
      let codes = answer.at("errors")?.array?.compactMap { $0.at("extensions", "code")?.string }
      #expect(codes == ["CONFLICT", "CONFLICT", "BAD_USER_INPUT"])

      let (other, _) = try await household.parent()
      let theirs = try await other.ask(#"mutation { updateStudent(input: {id: "\#(id)", name: "X"}) { student { name } } }"#)
      #expect(theirs.code == "NOT_FOUND")
      // A parent is no student.
      let parentID = try await parent.memberID
      #expect(try await parent.ask(#"mutation { updateStudent(input: {id: "\#(parentID)", name: "X"}) { student { name } } }"#).code == "NOT_FOUND")
      #expect(try await household.student(of: parent).ask("mutation { \(create) }").code == "FORBIDDEN")
    }
  }
}
