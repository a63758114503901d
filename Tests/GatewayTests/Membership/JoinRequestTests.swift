import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// How students come into a family with its code (REQ-FAM-003).
@Suite struct JoinRequestTests {
  private static let database = Task { try await SchoolDatabase("join_requests", families: 1) }

  private func run(_ body: (Household) async throws -> Void) async throws {
    try await Household.run(on: Self.database.value, body)
  }

  @Test func `A student asks, a parent confirms, and the student's next session has the family`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent()
      let student = try await household.newcomer(.student, name: "Cy")
      let asked = try await student.requestToJoin(code)
      #expect(asked.at("errors") == nil)
      #expect(asked.at("data", "requestToJoinFamily", "status")?.string == "PENDING")
      #expect(asked.at("data", "requestToJoinFamily", "session") == .null)
      #expect(asked.at("data", "requestToJoinFamily", "family") == .null)
      let id = try #require(asked.at("data", "requestToJoinFamily", "requestId")?.string)
      // Sent again it is the same request.
      #expect(try await student.requestToJoin(code).at("data", "requestToJoinFamily", "requestId")?.string == id)
      let requests = try await parent.ask("{ family { joinRequests { id name } } }").at("data", "family", "joinRequests")
      #expect(requests?.array?.count == 1)
      #expect(requests?.at(0, "id")?.string == id)
      #expect(requests?.at(0, "name")?.string == "Cy")
      #expect(try await student.ask("{ family { id } }").at("data", "family") == .null)

      let confirmed = try await parent.ask(
        #"mutation { confirmJoinRequest(input: {id: "\#(id)"}) { student { name hasAccount } } }"#)
      #expect(confirmed.at("data", "confirmJoinRequest", "student", "name")?.string == "Cy")
      #expect(confirmed.at("data", "confirmJoinRequest", "student", "hasAccount") == .bool(true))
      #expect(try await parent.ask("{ family { joinRequests { id } } }").at("data", "family", "joinRequests") == .array([]))
      #expect(try await parent.ask(#"mutation { confirmJoinRequest(input: {id: "\#(id)"}) { student { id } } }"#).code == "NOT_FOUND")

      #expect(try await student.requestToJoin(code).at("data", "requestToJoinFamily", "status")?.string == "JOINED")
      #expect(try await student.ask("{ viewer { role } family { name } }").at("data", "family", "name")?.string == "Family")
    }
  }

  @Test func `Where the family lets students in by itself the answer is read as a member`() async throws {
    try await run { household in
      let (_, code) = try await household.parent(joinPolicy: "AUTOMATIC")
      let student = try await household.newcomer(.student)
      let answer = try await student.requestToJoin(code)
      #expect(answer.at("data", "requestToJoinFamily", "status")?.string == "JOINED")
      #expect(answer.at("data", "requestToJoinFamily", "requestId") == .null)
      #expect(answer.at("data", "requestToJoinFamily", "family", "name")?.string == "Family")
      #expect(answer.at("data", "requestToJoinFamily", "viewer", "role")?.string == "STUDENT")
      // As a student, who may not read the code.
      #expect(answer.at("data", "requestToJoinFamily", "family", "code") == .null)
      #expect(answer.code == "FORBIDDEN")
      #expect(try await student.ask("{ family { name } }").at("data", "family", "name")?.string == "Family")
    }
  }

  @Test func `Nobody who is to be a parent comes in with a family's code`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent(joinPolicy: "AUTOMATIC")
      let answer = try await household.newcomer(.parent).requestToJoin(code)
      #expect(answer.code == "FORBIDDEN")
      #expect(answer.inputPath == "input.code")
      let members = try await parent.ask("{ family { members { id } joinRequests { id } } }")
      #expect(members.at("data", "family", "members")?.array?.count == 1)
      #expect(members.at("data", "family", "joinRequests") == .array([]))
    }
  }

  @Test func `A code is read as people write it`() async throws {
    try await run { household in
      let (_, code) = try await household.parent()
      let plain = code.replacing("-", with: "").lowercased()
      let alike = code.replacing("0", with: "o").replacing("1", with: "l")
      for spelling in [plain, alike, " \(code) "] {
        let answer = try await household.newcomer(.student).requestToJoin(spelling)
        #expect(answer.at("data", "requestToJoinFamily", "status")?.string == "PENDING", "\(spelling)")
      }
    }
  }

  @Test func `A wrong code and one that is none get the same answer, and all count`() async throws {
    try await run { household in
      let (_, code) = try await household.parent()
      let student = try await household.newcomer(.student)
      var messages: Set<String> = []
      for wrong in ["ZZZZZ-ZZZZZ", "short", "!!!!!!!!!!", "00000-0000U", "'; --"] + Array(repeating: "AAAAA-AAAAA", count: 5) {
        let answer = try await student.requestToJoin(wrong)
        #expect(answer.code == "NOT_FOUND")
        #expect(answer.inputPath == "input.code")
        messages.insert(answer.at("errors", 0, "message")?.string ?? "")
      }
      #expect(messages.count == 1)
      // The eleventh attempt is not looked at, not even with the right code.
      let refused = try await student.requestToJoin(code)
      #expect(refused.code == "LIMIT_EXCEEDED")
      #expect(refused.at("errors", 0, "extensions", "limit")?.string == "joinAttempts")
      #expect(refused.at("errors", 0, "extensions", "maximum") == .number("10"))
      let retryAfter = try #require(refused.at("errors", 0, "extensions", "retryAfter")?.number)
      #expect((3500...3600).contains(retryAfter))
      #expect(try await student.accept("0000-0000-0000-0000").code == "LIMIT_EXCEEDED")
      // Others are not held up, and the hour ends.
      #expect(try await household.newcomer(.student).requestToJoin(code).at("errors") == nil)
      try await household.database.run("UPDATE attempts SET ends_at = now() - interval '1 second'")
      #expect(try await student.requestToJoin(code).at("errors") == nil)
    }
  }

  @Test func `Attempts at the same time all count`() async throws {
    try await run { household in
      let student = try await household.newcomer(.student)
      let (token, gateway) = (student.token, household.gateway)
      let codes = await withTaskGroup(of: String.self) { group in
        for _ in 0..<30 {
          group.addTask {
            let answer = await gateway.send(
              #"mutation { requestToJoinFamily(input: {code: "AAAAA-AAAAA"}) { status } }"#,
              authorization: token.map { "Bearer \($0)" })
            return (try? answer.json.code) ?? "INTERNAL"
          }
        }
        return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      }
      // Those that others overtook three times were not looked at either.
      #expect(codes["NOT_FOUND", default: 0] <= 10, "\(codes)")
      #expect(codes["NOT_FOUND", default: 0] > 0)
    }
  }

  @Test func `A parent gives the account the profile that is there already`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent()
      let profile = newID()
      try await parent.ask(#"mutation { createStudent(input: {id: "\#(profile)", name: "Cy"}) { student { id } } }"#)
      func request() async throws -> (Person, String) {
        let student = try await household.newcomer(.student, name: "Cyril")
        let asked = try await student.requestToJoin(code)
        return (student, try #require(asked.at("data", "requestToJoinFamily", "requestId")?.string))
      }
      func confirm(_ request: String, _ student: String) async throws -> JSONValue {
        try await parent.ask(
          #"mutation { confirmJoinRequest(input: {id: "\#(request)", studentId: "\#(student)"}) { student { id name hasAccount } } }"#)
      }
      let (student, first) = try await request()
      let unknown = try await confirm(first, newID())
      #expect(unknown.code == "NOT_FOUND")
      #expect(unknown.inputPath == "input.studentId")
      #expect(try await confirm(first, parent.memberID).code == "NOT_FOUND")
      _ = try await household.invitation(of: parent, #"role: STUDENT, studentId: "\#(profile)""#)
      _ = try await household.invitation(of: parent, "role: STUDENT")
      let confirmed = try await confirm(first, profile).at("data", "confirmJoinRequest", "student")
      #expect(confirmed?.at("id")?.string == profile)
      #expect(confirmed?.at("name")?.string == "Cy")
      #expect(confirmed?.at("hasAccount") == .bool(true))
      try await student.refresh()
      #expect(try await student.memberID == profile)
      // An invitation for the profile has nobody left to invite; the other one has.
      let invitations = try await parent.ask("{ family { invitations { status } } }").at("data", "family", "invitations")
      #expect(invitations?.array?.map { $0.at("status")?.string } == ["REVOKED", "OPEN"])

      let (_, second) = try await request()
      let taken = try await confirm(second, profile)
      #expect(taken.code == "CONFLICT")
      #expect(taken.inputPath == "input.studentId")
      // Nothing was done by halves: the request can still be confirmed.
      #expect(try await parent.ask(#"mutation { confirmJoinRequest(input: {id: "\#(second)"}) { student { id } } }"#).at("errors") == nil)
    }
  }

  @Test func `Who asked takes the request back, and nobody else does`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent()
      let student = try await household.newcomer(.student, name: "Cy")
      let asked = try await student.requestToJoin(code)
      let id = try #require(asked.at("data", "requestToJoinFamily", "requestId")?.string)
      let withdraw = #"mutation { withdrawJoinRequest(input: {id: "\#(id)"}) { id } }"#
      for other in [parent, try await household.newcomer(.student, name: "Dee")] {
        let answer = try await other.ask(withdraw)
        #expect(answer.code == "NOT_FOUND")
        #expect(answer.inputPath == "input.id")
      }
      let requests = "{ family { joinRequests { id } } }"
      #expect(try await parent.ask(requests).at("data", "family", "joinRequests", 0, "id")?.string == id)
      #expect(try await student.ask(withdraw).at("data", "withdrawJoinRequest", "id")?.string == id)
      #expect(try await student.ask(withdraw).code == "NOT_FOUND")
      #expect(try await parent.ask(requests).at("data", "family", "joinRequests") == .array([]))
      // A parent's decision stays.
      let again = try await student.requestToJoin(code)
      let second = try #require(again.at("data", "requestToJoinFamily", "requestId")?.string)
      #expect(second != id)
      _ = try await parent.ask(#"mutation { declineJoinRequest(input: {id: "\#(second)"}) { id } }"#)
      #expect(try await student.ask(withdraw.replacing(id, with: second)).code == "NOT_FOUND")
      #expect(try await household.database.run("SELECT state FROM join_requests WHERE id::text = \(bind: .text(second))").texts == ["DECLINED"])
    }
  }

  @Test func `A request of somebody who has come in otherwise is nobody's to answer, and is taken back by the member`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent()
      let profile = newID()
      try await parent.ask(#"mutation { createStudent(input: {id: "\#(profile)", name: "Cy"}) { student { id } } }"#)
      let student = try await household.newcomer(.student, name: "Cyril")
      let asked = try await student.requestToJoin(code)
      let id = try #require(asked.at("data", "requestToJoinFamily", "requestId")?.string)
      try await student.accept(try await household.invitation(of: parent, #"role: STUDENT, studentId: "\#(profile)""#))
      // It is not the profile that is wrong.
      for student in ["", #", studentId: "\#(profile)""#] {
        let answer = try await parent.ask(#"mutation { confirmJoinRequest(input: {id: "\#(id)"\#(student)}) { student { id } } }"#)
        #expect(answer.code == "NOT_FOUND")
        #expect(answer.inputPath == "input.id")
      }
      let withdraw = #"mutation { withdrawJoinRequest(input: {id: "\#(id)"}) { id } }"#
      #expect(try await student.ask(withdraw).at("data", "withdrawJoinRequest", "id")?.string == id)
    }
  }

  @Test func `Requests are for the parents of the family alone to decide`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent()
      let (other, _) = try await household.parent()
      let member = try await household.student(of: parent)
      let student = try await household.newcomer(.student)
      let asked = try await student.requestToJoin(code)
      let id = try #require(asked.at("data", "requestToJoinFamily", "requestId")?.string)
      for mutation in ["confirmJoinRequest(input: {id: \"\(id)\"}) { student { id } }", "declineJoinRequest(input: {id: \"\(id)\"}) { id }"] {
        #expect(try await other.ask("mutation { \(mutation) }").code == "NOT_FOUND")
        #expect(try await member.ask("mutation { \(mutation) }").code == "FORBIDDEN")
        #expect(try await student.ask("mutation { \(mutation) }").code == "FORBIDDEN")
      }
      #expect(try await parent.ask(#"mutation { declineJoinRequest(input: {id: "\#(id)"}) { id } }"#).at("data", "declineJoinRequest", "id")?.string == id)
      #expect(try await parent.ask(#"mutation { confirmJoinRequest(input: {id: "\#(id)"}) { student { id } } }"#).code == "NOT_FOUND")
      // A rejected student may ask again.
      let again = try await student.requestToJoin(code).at("data", "requestToJoinFamily", "requestId")?.string
      #expect(again != nil && again != id)
    }
  }

  @Test func `Who asked two families is let in by one`() async throws {
    try await run { household in
      let (first, firstCode) = try await household.parent()
      let (second, secondCode) = try await household.parent()
      let student = try await household.newcomer(.student)
      for code in [firstCode, secondCode] { try await student.requestToJoin(code) }
      func request(_ parent: Person) async throws -> String {
        let requests = try await parent.ask("{ family { joinRequests { id } } }")
        return try #require(requests.at("data", "family", "joinRequests", 0, "id")?.string)
      }
      func confirm(_ request: String, by parent: Person) async throws -> JSONValue {
        try await parent.ask(#"mutation { confirmJoinRequest(input: {id: "\#(request)"}) { student { id } } }"#)
      }
      let requests = [try await request(first), try await request(second)]
      #expect(try await confirm(requests[0], by: first).at("errors") == nil)
      #expect(try await confirm(requests[1], by: second).code == "NOT_FOUND")
      #expect(try await student.requestToJoin(secondCode).code == "CONFLICT")
    }
  }
}
