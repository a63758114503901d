import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// How often a student may ask for help (REQ-STU-005…009): often enough, and not so that parents no longer read it.
@Suite(.serialized) struct HelpLimitTests {
  private static let database = Task { try await SchoolDatabase("help_limit") }

  private func run(_ body: (Conversation) async throws -> Void) async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.database.run("DELETE FROM attempts")
      try await body(talk)
    }
  }

  private static func ask(_ assignment: String, id: String? = nil) -> String {
    let id = id.map { "id: \"\($0)\", " } ?? ""
    return #"mutation { requestHelp(input: {\#(id)assignmentId: "\#(assignment)"}) { assignment { id } } }"#
  }

  private static func count(_ talk: Conversation, _ assignment: String) async throws -> String {
    try await talk.text("SELECT count(*)::text FROM notifications WHERE assignment_id = \(bind: .text(assignment))::uuid")
  }

  @Test func `Help with an assignment is asked for once in ten minutes`() async throws {
    try await run { talk in
      let assignment = try await talk.newAssignment(of: talk.ada)
      let id = newID()
      _ = try await talk.ask(Self.ask(assignment, id: id), as: talk.ada)
      // The same request sent again is no second one.
      _ = try await talk.ask(Self.ask(assignment, id: id), as: talk.ada)
      let refused = try await talk.answer(Self.ask(assignment), as: talk.ada)
      #expect(refused.code == "LIMIT_EXCEEDED")
      #expect(refused.inputPath == "input.assignmentId")
      #expect(refused.at("errors", 0, "extensions", "limit")?.string == "helpRequestsOfAssignment")
      #expect(refused.at("errors", 0, "extensions", "maximum") == .number("1"))
      let retryAfter = try #require(refused.at("errors", 0, "extensions", "retryAfter")?.number)
      #expect((570...600).contains(retryAfter))
      #expect(refused.at("data", "requestHelp") == .null)
      #expect(try await Self.count(talk, assignment) == "2")
      // The id that came with a refusal is free.
      let other = try await talk.newAssignment(of: talk.ada)
      let second = newID()
      #expect(try await talk.answer(Self.ask(assignment, id: second), as: talk.ada).code == "LIMIT_EXCEEDED")
      _ = try await talk.ask(Self.ask(other, id: second), as: talk.ada)

      try await talk.database.run("UPDATE attempts SET ends_at = now() WHERE kind = 'helpRequestsOfAssignment'")
      _ = try await talk.ask(Self.ask(assignment), as: talk.ada)
      #expect(try await Self.count(talk, assignment) == "4")
    }
  }

  @Test func `A student asks twenty times in an hour, and others are not held up`() async throws {
    try await run { talk in
      for _ in 0..<20 {
        _ = try await talk.ask(Self.ask(try await talk.newAssignment(of: talk.ada)), as: talk.ada)
      }
      let next = try await talk.newAssignment(of: talk.ada)
      for _ in 0..<2 {
        let refused = try await talk.answer(Self.ask(next), as: talk.ada)
        #expect(refused.code == "LIMIT_EXCEEDED")
        #expect(refused.at("errors", 0, "extensions", "limit")?.string == "helpRequests")
        #expect(refused.at("errors", 0, "extensions", "maximum") == .number("20"))
      }
      _ = try await talk.ask(Self.ask(try await talk.newAssignment(of: talk.leo)), as: talk.leo)
      // The refused request was not counted.
      try await talk.database.run("UPDATE attempts SET count = count - 1 WHERE kind = 'helpRequests' AND count = 20")
      _ = try await talk.ask(Self.ask(next), as: talk.ada)
    }
  }

  @Test func `Of several requests at the same time one is told to the parents`() async throws {
    try await run { talk in
      let assignment = try await talk.newAssignment(of: talk.ada)
      let (gateway, ada) = (talk.gateway, talk.ada)
      let codes = await withTaskGroup(of: String?.self) { group in
        for _ in 0..<12 {
          group.addTask { (try? await gateway.answer(Self.ask(assignment), as: ada))?.code ?? "none" }
        }
        return await group.reduce(into: [String: Int]()) { $0[$1 ?? "none", default: 0] += 1 }
      }
      #expect(codes == ["none": 1, "LIMIT_EXCEEDED": 11])
      #expect(try await Self.count(talk, assignment) == "2")
    }
  }
}
