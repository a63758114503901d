import GraphQL
import Gateway
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// How large an answer may be: as JSON, and as PostgreSQL sends it.
@Suite(.serialized) struct AnswerLimitTests {
  private static let database = Task {
    let database = try await SchoolDatabase("answer_limits", families: 1)
    try await database.run("UPDATE assignments SET instructions = repeat('Read on. ', 11000) RETURNING 1")
    return database
  }

  private func withGateway(
    responseBytes: Int = 1 << 20, answerBytes: Int? = nil,
    _ body: (TestGateway, SchoolDatabase) async throws -> Void
  ) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app, limits: RequestLimits(responseBytes: responseBytes)) {
      $0.connection.maximumAnswerBytes = answerBytes
    }
    try await body(gateway, database)
    await gateway.pool.shutdown()
  }

  private func isTooLarge(_ error: JSONValue?, _ maximum: Int) -> Bool {
    error?.at("extensions", "code")?.string == "LIMIT_EXCEEDED"
      && error?.at("extensions", "limit")?.string == "responseBytes"
      && error?.at("extensions", "maximum") == .number("\(maximum)")
  }

  private static let query = "{ family { students { name assignments(first: 10) { id title course { name } } } } }"

  @Test func `An answer of real rows may have as many bytes as the limit, and none more`() async throws {
    var whole = ""
    try await withGateway { gateway, database in
      whole = await gateway.send(Self.query, as: database.parent).text
      #expect(whole.utf8.count > 1_500)
    }
    try await withGateway(responseBytes: whole.utf8.count) { gateway, database in
      #expect(await gateway.send(Self.query, as: database.parent).text == whole)
    }
    try await withGateway(responseBytes: whole.utf8.count - 1) { gateway, database in
      let refused = await gateway.send(Self.query, as: database.parent)
      #expect(refused.outcome == .invalid)
      let json = try refused.json
      #expect(json.keys == ["errors"])
      #expect(isTooLarge(json.at("errors", 0), whole.utf8.count - 1))
    }
  }

  @Test func `Rows that are too many are refused while they come, and the next request is answered`() async throws {
    // 99,000 bytes for each assignment.
    let query = "{ family { students { assignments(first: 200) { instructions } } } }"
    try await withGateway(responseBytes: 1 << 30, answerBytes: 200_000) { gateway, database in
      for _ in 1...10 {
        let refused = try await gateway.answer(query, as: database.parent)
        #expect(isTooLarge(refused.at("errors", 0), 1 << 30))
        #expect(refused.at("data") == nil)
        let answer = try await gateway.answer("{ family { id } }", as: database.parent)
        #expect(answer.at("data", "family", "id")?.string == DemonstrationFamily.id.description)
      }
    }
  }

  @Test func `Who has no membership any more does not learn that there is much`() async throws {
    try await withGateway(answerBytes: 200_000) { gateway, database in
      let query = "{ family { students { assignments(first: 200) { instructions } } } }"
      let parent = AccountViewer(database.sample.parentAccount(of: 0))
      #expect(isTooLarge(try await gateway.answer(query, as: parent).at("errors", 0), 1 << 20))
      let end: SQL = "UPDATE sessions SET ended_at = now() WHERE id = \(bind: .uuid(parent.sessionID)) RETURNING 1"
      try await database.run(end)
      #expect(await gateway.send(query, as: parent).outcome == .unauthenticated)
    }
  }

  // MARK: Mutations

  private static func subject(_ id: UUIDValue, _ key: String, _ name: String = "S") -> String {
    "\(key): createSubject(input: {id: \"\(id)\", name: \"\(name)\"}) { subject { \(key)name: name } }"
  }

  private func exists(_ id: UUIDValue, _ database: SchoolDatabase) async throws -> Bool {
    try await database.run("SELECT 1 FROM subjects WHERE id = \(bind: .uuid(id))").count == 1
  }

  @Test func `A change whose answer is too large stands, and the client is told so`() async throws {
    let ids = (0..<3).map { _ in UUIDValue.random() }
    let long = String(repeating: "l", count: 200)
    try await withGateway(responseBytes: 150) { gateway, database in
      let answer = try await gateway.answer(
        "mutation { \(Self.subject(ids[0], "a")) \(Self.subject(ids[1], "b", long)) \(Self.subject(ids[2], "c")) }",
        as: database.parent)
      #expect(answer.at("data", "a", "subject", "aname")?.string == "S")
      #expect(answer.at("data", "b") == .null)
      #expect(answer.at("errors")?.array?.count == 1)
      #expect(isTooLarge(answer.at("errors", 0), 150))
      #expect(answer.at("errors", 0, "path") == .array([.string("b")]))
      #expect(answer.at("errors", 0, "extensions", "outcome")?.string == "COMMITTED")
      // Those after it run, and are answered where there is room.
      #expect(answer.at("data", "c", "subject", "cname")?.string == "S")
      for id in ids { #expect(try await exists(id, database)) }
    }
  }

  @Test func `The first field is no exception: that it was done is not passed over`() async throws {
    let id = UUIDValue.random()
    try await withGateway(responseBytes: 60) { gateway, database in
      let answer = await gateway.send(
        "mutation { \(Self.subject(id, "a", String(repeating: "l", count: 200))) }", as: database.parent)
      let json = try answer.json
      #expect(answer.outcome == .executedWithErrors)
      #expect(json.at("data", "a") == .null)
      #expect(json.at("errors", 0, "extensions", "outcome")?.string == "COMMITTED")
      #expect(try await exists(id, database))
    }
  }

  @Test func `A field for which there is no room at all is not run`() async throws {
    let ids = (0..<2).map { _ in UUIDValue.random() }
    let first = #"{"data":{"a":{"subject":{"aname":"S"}}}}"#
    try await withGateway(responseBytes: first.utf8.count) { gateway, database in
      let answer = try await gateway.answer(
        "mutation { \(Self.subject(ids[0], "a")) \(Self.subject(ids[1], "b")) }", as: database.parent)
      #expect(answer.at("data", "a", "subject", "aname")?.string == "S")
      #expect(answer.at("data", "b") == .null)
      #expect(answer.at("errors", 0, "extensions", "outcome")?.string == "ROLLED_BACK")
      #expect(try await exists(ids[0], database))
      #expect(try await !exists(ids[1], database))
    }
  }

  @Test func `When PostgreSQL is stopped, the change is there or not, as the answer says`() async throws {
    let family = "family { students { assignments(first: 200) { instructions } } }"
    for (run, limit) in [20_000, 200_000, 1_000_000].enumerated() {
      try await withGateway(responseBytes: 1 << 30, answerBytes: limit) { gateway, database in
        for _ in 1...5 {
          let name = "Rivera \(run) \(Int.random(in: 0..<1_000_000_000))"
          let answer = try await gateway.answer(
            "mutation { updateFamily(input: {name: \"\(name)\"}) { \(family) } }", as: database.parent)
          #expect(answer.at("data", "updateFamily") == .null)
          #expect(isTooLarge(answer.at("errors", 0), 1 << 30))
          let outcome = answer.at("errors", 0, "extensions", "outcome")?.string
          #expect(outcome == "COMMITTED" || outcome == "ROLLED_BACK")
          let now = try await gateway.answer("{ family { name } }", as: database.parent)
          #expect((now.at("data", "family", "name")?.string == name) == (outcome == "COMMITTED"))
        }
      }
    }
  }
}
