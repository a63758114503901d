import GraphQL
import Gateway
import Planning
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// The cost of operations as reported to clients.
@Suite(.serialized) struct CostTests {
  private static let database = Task { try await SchoolDatabase("costs", families: 1) }

  private func withGateway(
    _ limits: RequestLimits = RequestLimits(), _ body: (TestGateway, SchoolDatabase) async throws -> Void
  ) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app, limits: limits)
    try await body(gateway, database)
    await gateway.pool.shutdown()
  }

  private static let query = "{ family { name students(first: 10) { name } } }"
  /// 1, 10 and a row of three, 10 and ten rows of two.
  private static let cost = 1 + 13 + 30

  private func request(_ query: String, cost: String = "true") -> String {
    #"{"query": "\#(query)", "extensions": {"cost": \#(cost)}}"#
  }

  @Test func `A client that asks is told what its operation costs, and what it may`() async throws {
    try await withGateway { gateway, database in
      let asked = try await gateway.send(json: request(Self.query), as: database.parent)
      let plain = try await gateway.send(json: #"{"query": "\#(Self.query)"}"#, as: database.parent)
      #expect(asked.outcome == .executed)
      #expect(
        asked.text == String(plain.text.dropLast())
          + #","extensions":{"cost":{"requested":\#(Self.cost),"maximum":1000000,"fields":{"family":\#(Self.cost)}}}}"#)
      // By GET as well, and not unless it is asked for.
      let safe = try await gateway.send(json: request(Self.query), isSafe: true, as: database.parent)
      #expect(safe.text == asked.text)
      for no in ["false", "null"] {
        #expect(try await gateway.send(json: request(Self.query, cost: no), as: database.parent).text == plain.text)
      }
    }
  }

  @Test func `Each field of the root has its share`() async throws {
    try await withGateway { gateway, database in
      let answer = try await gateway.send(
        json: request("{ __typename mine: family { name } family { id } }"), as: database.parent)
      let fields = try #require(try answer.json.at("extensions", "cost", "fields"))
      #expect(fields.keys == ["__typename", "mine", "family"])
      #expect(fields.at("__typename") == .number("1"))
      #expect(fields.at("mine") == .number("13"))
      #expect(fields.at("family") == .number("13"))
      #expect(try answer.json.at("extensions", "cost", "requested") == .number("27"))
    }
  }

  @Test func `What is refused for its cost, or its rows, says what it would cost`() async throws {
    for limits in [RequestLimits(cost: Self.cost - 1), RequestLimits(rows: 1)] {
      try await withGateway(limits) { gateway, database in
        let refused = try await gateway.send(json: request(Self.query), as: database.parent)
        #expect(refused.outcome == .invalid)
        #expect(try refused.json.keys == ["errors", "extensions"])
        #expect(try refused.json.at("errors", 0, "extensions", "code")?.string == "LIMIT_EXCEEDED")
        #expect(try refused.json.at("extensions", "cost", "requested") == .number("\(Self.cost)"))
        #expect(try refused.json.at("extensions", "cost", "maximum") == .number("\(limits.cost)"))
        #expect(gateway.pool.statistics.roundTrips == (limits.rows == 1 ? 1 : 0))
      }
    }
  }

  @Test func `A value that is no boolean is refused`() async throws {
    try await withGateway { gateway, database in
      let error = await #expect(throws: GraphQLError.self) {
        try await gateway.send(json: request(Self.query, cost: "1"), as: database.parent)
      }
      #expect(error?.message == "\"extensions.cost\" must be a boolean.")
    }
  }

  @Test func `Nobody without a session learns a cost`() async throws {
    try await withGateway { gateway, database in
      let anonymous = try await gateway.send(json: request(Self.query), as: nil)
      #expect(anonymous.outcome == .unauthenticated)
      #expect(try anonymous.json.keys == ["errors"])
      let student = try database.student
      let end: SQL = "UPDATE sessions SET ended_at = now() WHERE id = \(bind: .uuid(student.sessionID)) RETURNING 1"
      try await database.run(end)
      let ended = try await gateway.send(json: request(Self.query), as: student)
      #expect(ended.outcome == .unauthenticated)
      #expect(
        ended.text
          == #"{"errors":[{"message":"This needs a valid session token.","extensions":{"code":"UNAUTHENTICATED"}}]}"#)
    }
  }

  @Test func `The same document costs what its variables ask for, time after time`() async throws {
    try await withGateway(RequestLimits(cost: 50)) { gateway, database in
      let query = "query ($n: Int! = 3) { family { students(first: $n) { name } } }"
      for (json, outcome) in [
        (nil, .executed), ("13", .executed), ("14", .invalid), ("13", .executed), ("14", .invalid),
      ] as [(String?, GraphQLResponse.Outcome)] {
        let variables = json.map { JSONValue.object([.init("n", .number($0))]) }
        #expect(await gateway.send(query, variables: variables, as: database.parent).outcome == outcome)
      }
    }
  }

  // MARK: Mutations

  private static func subjects(_ selections: [String]) -> String {
    let fields = selections.enumerated().map { index, selection in
      "m\(index): createSubject(input: {name: \\\"S\\\"}) { subject { \(selection) } }"
    }
    return "mutation { \(fields.joined(separator: " ")) }"
  }

  private func count(_ database: SchoolDatabase) async throws -> Int32? {
    try await database.run("SELECT count(*)::int4 FROM subjects").int4(row: 0, column: 0)
  }

  @Test func `A mutation costs a transaction for each field, and what is read of it`() async throws {
    try await withGateway { gateway, database in
      let answer = try await gateway.send(
        json: request(Self.subjects(["name", "courses(first: 10) { name }"])), as: database.parent)
      let cost = try answer.json.at("extensions", "cost")
      // 100, the field and its subject, 10 and a row of two.
      #expect(cost?.at("fields", "m0") == .number("114"))
      #expect(cost?.at("fields", "m1") == .number("\(114 + 10 + 10 * 2)"))
      #expect(cost?.at("requested") == .number("\(114 + 144)"))
    }
  }

  @Test func `A mutation that may cost too much changes nothing`() async throws {
    let document = Self.subjects(["name", "courses(first: 10) { name }"])
    try await withGateway(RequestLimits(cost: 258)) { gateway, database in
      let answer = try await gateway.send(json: request(document), as: database.parent)
      #expect(answer.outcome == .executed)
    }
    try await withGateway(RequestLimits(cost: 257)) { gateway, database in
      let before = try await count(database)
      let refused = try await gateway.send(json: request(document), as: database.parent)
      #expect(refused.outcome == .invalid)
      #expect(try refused.json.at("data") == nil)
      #expect(try refused.json.at("errors", 0, "extensions", "limit")?.string == "cost")
      #expect(try refused.json.at("errors", 0, "extensions", "value") == .number("258"))
      #expect(try await count(database) == before)
      #expect(gateway.pool.statistics.roundTrips == 0)
    }
  }

  @Test(arguments: ["courses(first: 201) { name }", "courses(first: -1) { name }"])
  func `Nor does one that asks for a page that cannot be, in any of its fields`(_ selection: String) async throws {
    try await withGateway { gateway, database in
      let before = try await count(database)
      let refused = try await gateway.send(json: request(Self.subjects(["name", selection])), as: database.parent)
      #expect(refused.outcome == .invalid)
      #expect(try await count(database) == before)
    }
  }
}
