import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Bad requests get an error that names the place, and nothing else.
@Suite struct RefusalTests {
  private static let database = Task { try await SchoolDatabase("refusals", families: 1) }

  @Test(
    "A viewer's field without a valid token", arguments: [
      nil, "", "Bearer", "Bearer ", "Bearer x.y.z", "Basic YTpi", "Bearer a b",
    ])
  func withoutToken(_ authorization: String?) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let answer = await gateway.send("{ viewer { name } }", authorization: authorization)
    #expect(answer.outcome == .unauthenticated)
    let detail =
      switch authorization {
      case nil: #"Send one in the header \"Authorization: Bearer TOKEN\"."#
      case "Bearer x.y.z", "Bearer a b": "This one is not valid here."
      default: #"The header must have the form \"Authorization: Bearer TOKEN\"."#
      }
    let message = "This needs a valid session token. \(detail)"
    #expect(
      answer.text
        == #"{"errors":[{"message":"\#(message)","extensions":{"code":"UNAUTHENTICATED"}}]}"#)
    #expect(gateway.pool.statistics.roundTrips == 0)
    await gateway.pool.shutdown()
  }

  @Test("Of a token that this server did not sign nothing is told but that it is not valid")
  func badTokens() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let good = gateway.token(of: database.parent)
    let expired = gateway.token(of: database.parent, expiresAt: TestGateway.now - 31)
    func forged(_ token: String) -> String { token.dropLast(4) + (token.hasSuffix("AAAA") ? "BBBB" : "AAAA") }
    let answers = [
      await gateway.send("{ viewer { name } }", authorization: "Bearer \(forged(expired))"),
      await gateway.send("{ viewer { name } }", authorization: "Bearer \(forged(good))"),
    ]
    #expect(Set(answers.map(\.text)).count == 1)
    let malformed = await gateway.send("{ viewer { name } }", authorization: "Bearer\0\(good)")
    #expect(malformed.outcome == .unauthenticated)
    #expect(
      malformed.text.hasPrefix(
        #"{"errors":[{"message":"This needs a valid session token. The header must have the form \"Authorization: Bearer"#))
    #expect(answers.allSatisfy { $0.outcome == .unauthenticated })
    #expect(await gateway.send("{ viewer { name } }", authorization: "bearer \(good)").outcome == .executed)
    await gateway.pool.shutdown()
  }

  struct Refusal: CustomTestStringConvertible {
    let query: String
    var variables: JSONValue?
    let code: ErrorCode
    let message: String
    var line = 1
    var column: Int?
    var testDescription: String { query.count > 60 ? "\(query.prefix(60))…" : query }
  }

  static let refusals = [
    Refusal(query: "{ family { name }", code: .parseFailed, message: "Syntax Error: Expected Name, found <EOF>.", column: 18),
    Refusal(
      query: "{\n  family { nam }\n}", code: .validationFailed,
      message: "Cannot query field \"nam\" on type \"Family\". Did you mean \"name\"?", line: 2, column: 12),
    Refusal(
      query: "{ family }", code: .validationFailed,
      message:
        "Field \"family\" of type \"Family\" must have a selection of subfields. Did you mean \"family { ... }\"? "
        + "Try \"family { id }\".",
      column: 3),
    Refusal(
      query: "{ family { students(first: -1) { name } } }", code: .badUserInput,
      message: "Argument \"first\" must not be negative, got -1.", column: 21),
    Refusal(
      query: "{ family { students(first: 201) { name } } }", code: .limitExceeded,
      message: "Argument \"first\" must be at most 200, got 201.", column: 21),
    Refusal(
      query: "query ($n: Int!) { family { students(first: $n) { name } } }",
      variables: .object([.init("n", .string("two"))]), code: .badUserInput,
      message: "Variable \"$n\" has invalid value: Int cannot represent non-integer value: \"two\"", column: 8),
    Refusal(
      query: "query A { family { id } } query B { family { id } }", code: .operationResolutionFailure,
      message: "Must provide operation name if query contains multiple operations."),
    Refusal(
      query: "{ " + (1...60).map { "a\($0): family { id } " }.joined() + "}", code: .limitExceeded,
      message: "The operation passes the limit of 50 root fields."),
    Refusal(
      query: String(repeating: "{ family ", count: 5000), code: .limitExceeded, message: ""),
  ]

  @Test("Is refused with the place and the reason", arguments: refusals)
  func refused(_ refusal: Refusal) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let answer = await gateway.send(refusal.query, variables: refusal.variables, as: database.parent)
    let json = try answer.json
    #expect(answer.outcome == (refusal.code == .parseFailed ? .unparsable : .invalid))
    #expect(json.at("data") == nil)
    #expect(json.at("errors", 0, "extensions", "code")?.string == refusal.code.rawValue)
    if !refusal.message.isEmpty { #expect(json.at("errors", 0, "message")?.string == refusal.message) }
    if let column = refusal.column {
      #expect(json.at("errors", 0, "locations", 0, "line")?.number == Double(refusal.line))
      #expect(json.at("errors", 0, "locations", 0, "column")?.number == Double(column))
    }
    #expect(gateway.pool.statistics.roundTrips == 0)
    await gateway.pool.shutdown()
  }

  @Test("A list without first is bounded")
  func boundedByDefault() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    try await database.run(
      """
      INSERT INTO assignments (family_id, id, student_id, title)
      SELECT family_id, gen_random_uuid(), id, 'Reading, day ' || day
      FROM members, generate_series(1, 30) AS day
      WHERE family_id = \(bind: .uuid(database.sample.familyID(0))) AND role = 'STUDENT' RETURNING 1
      """)
    let answer = try await gateway.answer(
      "{ family { students { assignments { id } } } }", as: AccountViewer(database.sample.parentAccount(of: 0)))
    #expect(answer.at("data", "family", "students", 0, "assignments")?.array?.count == 20)
    await gateway.pool.shutdown()
  }

  @Test("A database with other columns is an internal error, and the client learns an id only")
  func otherColumns() async throws {
    let database = try await SchoolDatabase("other_columns", families: 1)
    let gateway = try TestGateway(database.app)
    try await database.run("ALTER TABLE families RENAME COLUMN name TO title")
    let answer = await gateway.send("{ family { name } }", as: database.parent)
    #expect(answer.outcome == .internalError)
    #expect(try answer.json.at("errors", 0, "extensions", "id")?.string == "test")
    #expect(!answer.text.contains("families"))
    #expect(!answer.text.contains("column"))
    await gateway.pool.shutdown()
  }
}
