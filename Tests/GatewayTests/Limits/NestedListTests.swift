import GraphQL
import Gateway
import Planning
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// Lists in lists, with the pages that they have when nothing is asked for: a family with little is answered, and one that
/// has too much is told which list has it.
@Suite(.serialized) struct NestedListTests {
  private static let database = Task { try await SchoolDatabase("nested_lists", families: 1) }

  private func withGateway(
    _ limits: RequestLimits = RequestLimits(), _ body: (TestGateway, SchoolDatabase) async throws -> Void
  ) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app, limits: limits)
    try await body(gateway, database)
    await gateway.pool.shutdown()
  }

  @Test func `Subjects, their courses with grades and their assignments are answered as they are asked for`() async throws {
    try await withGateway { gateway, database in
      let answer = try await gateway.answer(
        "{ family { subjects { name courses { name grade assignments { title } } } } }", as: database.parent)
      #expect(answer.at("errors") == nil)
      let courses = try #require(answer.at("data", "family", "subjects")?.array?.first?["courses"]?.array)
      #expect(courses.contains { $0["assignments"]?.array?.isEmpty == false })
    }
  }

  /// Every way from the family over at most three lists, with all that can be read of each object.
  private struct Walk {
    let schema: Schema

    var queries: [String] { ways(from: "Family", lists: 3).map { "{ family \($0) }" } }

    /// The selections of an object: its leaves, and one list each with what is in it.
    private func ways(from typeName: String, lists: Int) -> [String] {
      guard let fields = schema.objectType(named: typeName)?.fields else { return [] }
      let readable = fields.filter { !$0.arguments.contains(where: \.isRequired) }
      let leaves = readable.filter { schema.isLeaf($0.type.namedType) }.map(\.name).joined(separator: " ")
      if lists == 0 { return ["{ \(leaves) }"] }
      return readable.filter { $0.type.itemType != nil && !schema.isLeaf($0.type.namedType) }.flatMap { field in
        ways(from: field.type.namedType, lists: lists - 1).map { "{ \(leaves) \(field.name) \($0) }" }
      } + (lists == 3 ? [] : ["{ \(leaves) }"])
    }
  }

  @Test func `Three lists inside each other are answered, whichever they are`() async throws {
    try await withGateway { gateway, database in
      let queries = Walk(schema: try .domain()).queries
      #expect(queries.count > 20)
      var refused: [String] = []
      for query in queries {
        let answer = try await gateway.send(
          json: #"{"query": "\#(query)", "extensions": {"cost": true}}"#, as: database.parent)
        guard answer.outcome == .executed else {
          let cost = try answer.json.at("extensions", "cost", "requested")
          refused.append("\(query): \(cost.map { "\($0)" } ?? answer.text)")
          continue
        }
      }
      #expect(refused == [])
    }
  }

  @Test func `A family that has more than an answer may have is told which list it is`() async throws {
    try await withGateway(RequestLimits(rows: 50)) { gateway, database in
      let few = try await gateway.answer("{ family { subjects { name courses { name } } } }", as: database.parent)
      #expect(few.at("errors") == nil)
      let answer = await gateway.send(
        "{ family { subjects { name courses { name grade assignments { title } } } } }", as: database.parent)
      #expect(answer.outcome == .invalid)
      let error = try #require(try answer.json.at("errors", 0))
      #expect(error.at("extensions", "code")?.string == "LIMIT_EXCEEDED")
      #expect(error.at("extensions", "limit")?.string == "rows")
      #expect(error.at("extensions", "maximum") == .number("50"))
      #expect(error.at("message")?.string?.contains("of them in \"assignments\", more than 50.") == true)
      #expect(error.at("path") == .array(["family", "subjects", "courses", "assignments"].map { .string($0) }))
    }
  }

  @Test func `Somebody whose session has ended does not learn how many rows there are`() async throws {
    try await withGateway(RequestLimits(rows: 1)) { gateway, database in
      let student = try database.student
      let end: SQL = "UPDATE sessions SET ended_at = now() WHERE id = \(bind: .uuid(student.sessionID)) RETURNING 1"
      try await database.run(end)
      #expect(await gateway.send("{ family { subjects { name } } }", as: student).outcome == .unauthenticated)
    }
  }
}
